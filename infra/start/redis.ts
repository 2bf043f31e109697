import { execFile } from 'node:child_process'
import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { canInstall, install } from './apt.js'
import { StartupError } from './startup-error.js'
import { findProgram } from './find-program.js'
import type { Program } from './program.js'
import type { SystemUser } from '@toile/runtime/system-user'
import { ownFolder } from './users.js'

export interface RedisOptions {
  /** Folder of the configuration and the append-only file. It is created when missing. */
  folder: string
  port: number
  password: string
  user: SystemUser | undefined
  /** Set by tests: Redis allows 1024 databases. */
  unsafe: boolean
  say: (line: string) => void
}

export function redisUrl(options: Pick<RedisOptions, 'port' | 'password'>): string {
  return `redis://:${options.password}@127.0.0.1:${options.port}/0`
}

/** @returns the path of redis-server. As root, installs it with apt when it is missing. @throws StartupError */
export async function findRedis(say: (line: string) => void): Promise<string> {
  const found = findProgram(['redis-server', '/usr/bin/redis-server'])
  if (found) return found
  const how = process.platform === 'darwin' ? 'brew install redis (untried)' : 'sudo apt-get install redis-server'
  const instead = 'or set REDIS_URL to a Redis 6.2 or later'
  if (!canInstall()) throw new StartupError(`Redis is not installed: ${how}, ${instead}.`)
  say('Installing Redis ...')
  const problem = await install(['redis-server'])
  const installed = findProgram(['/usr/bin/redis-server'])
  if (installed) return installed
  throw new StartupError(`Redis could not be installed (${problem?.split('\n').at(-1)}): ${how}, ${instead}.`)
}

/** Debian's redis-server brings this program in the package redis-tools. */
export const findRedisCheck = (): string | undefined => findProgram(['redis-check-aof', '/usr/bin/redis-check-aof'])

/** Jobs survive a kill. A power failure loses about 1 s of writes. No key is evicted, because queues are no cache. */
export function redisProgram(command: string, options: RedisOptions): Program {
  const { folder, port, password, user, unsafe, say } = options
  const file = path.join(folder, 'redis.conf')
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `dir ${quoted(folder)}`,
    'daemonize no',
    'appendonly yes',
    'appendfsync everysec',
    'maxmemory-policy noeviction',
    'save ""',
    `requirepass ${quoted(password)}`,
    ...(unsafe ? ['databases 1024'] : []),
  ]
  return {
    name: 'redis',
    command,
    // The settings are in a file, because any user could read a password among the arguments with `ps`.
    args: [file],
    env: { ...(process.env['TOILE_TEST_RUN'] && { TOILE_TEST_RUN: process.env['TOILE_TEST_RUN'] }) },
    user,
    stopSignal: 'SIGTERM',
    prepare: async () => {
      ownFolder(folder, user)
      await putBrokenAside(folder, say)
      writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
      if (user) chownSync(file, user.uid, user.gid)
    },
    isReady: () => pings(port, password),
  }
}

/** Quotes a value for redis.conf's parser (sdssplitargs). */
const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`

/** redis-check-aof's messages for corruption. A truncated last command is not corruption: Redis itself drops it. */
const NO_COMMAND = /format error|Expected prefix/

/**
 * Moves aside files that Redis would refuse to load. Redis then starts empty, and its jobs are restored from Postgres.
 * If the disk fills some time after a rewrite, Redis 7.0 truncates the new file to the old file's length. If the new
 * file is shorter, this fills it up with zeros, which Redis cannot load.
 */
async function putBrokenAside(folder: string, say: (line: string) => void): Promise<void> {
  const files = path.join(folder, 'appendonlydir')
  const manifest = path.join(files, 'appendonly.aof.manifest')
  if (!existsSync(manifest)) return
  const check = findRedisCheck()
  if (!check)
    return say('redis-check-aof is missing (package redis-tools), so files of Redis are not checked for damage.')
  const fault = await promisify(execFile)(check, [manifest]).then(
    () => undefined,
    ({ stdout }: { stdout?: string }) => stdout,
  )
  if (!NO_COMMAND.test(fault ?? '')) return
  rmSync(`${files}.broken`, { recursive: true, force: true })
  renameSync(files, `${files}.broken`)
  say(`Redis' files were damaged and moved to ${files}.broken. Redis starts empty; its jobs are restored.`)
}

function pings(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 })
    let answer = ''
    const end = (ready: boolean) => {
      socket.destroy()
      resolve(ready)
    }
    socket
      .once('error', () => end(false))
      .once('timeout', () => end(false))
      .once('close', () => end(false))
    socket.on('data', (chunk) => {
      answer += chunk.toString()
      if (answer.includes('+PONG')) end(true)
      else if (answer.includes('-')) end(false)
    })
    socket.write(`AUTH ${password}\r\nPING\r\n`)
  })
}
