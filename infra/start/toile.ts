import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { addressOf, bareHost, localAddress } from '@toile/runtime/local-address'
import { freePort } from '@toile/runtime/ports'
import { stopInstalling } from './apt.js'
import { StartupError } from './startup-error.js'
import { wantDemoWorks } from './demo-works.js'
import { setVariables, writeEnvironment, writtenEnvironment } from './environment.js'
import { endLeftovers, forgetPid, recordPid, stillRunning } from './pids.js'
import { takePort } from './ports.js'
import { root } from '@toile/runtime/root'
import { processes, processProgram } from './processes.js'
import { runCommand } from './run-command.js'
import { keepSecrets, type Secrets } from './secrets.js'
import { startStores, type Stores } from './stores.js'
import { supervise, type Supervised } from './supervise.js'
import { findTools, type Tools } from './tools.js'
import { ensureUsers, storesFolder } from './users.js'

export interface ToileOptions {
  /** Absolute path. */
  dataDir: string
  port: number
  demo: boolean
  installTools: boolean
  say: (line: string) => void
  /** Ends everything in order, even during the start. */
  signal: AbortSignal
}

export interface RunningToile {
  url: string
  secrets: Secrets
  /** Undefined when a mail server is configured. */
  mailFolder: string | undefined
  programs: Supervised[]
  tools: Tools
  /** Resolves when everything has ended. That takes at most about 12 s after `signal`: four steps of GRACE_MS. */
  stopped: Promise<void>
}

const READY_TIMEOUT_MS = 60_000
/** Time limit of each of the four shutdown steps, which end the API, the other processes, Redis, and Postgres. */
const GRACE_MS = 3_000

/** If the start fails, everything that was started is ended. @throws StartupError */
export async function startToile(options: ToileOptions): Promise<RunningToile> {
  const { dataDir, port, say, signal } = options
  const host = bareHost(process.env['HOST'] || '127.0.0.1')
  const programs: Supervised[] = []
  let stores: Stores | undefined
  let ending: Promise<void> | undefined
  const stop = () => (ending ??= stopAll())
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => void stop().then(resolve)))
  await claimFolder(dataDir, say)
  try {
    await takePort(port, host)
    const secrets = keepSecrets(dataDir)
    const users = ensureUsers()
    const folder = storesFolder(dataDir, users)
    if (folder !== dataDir)
      say(`${dataDir} is in a folder that system users cannot enter: Postgres, Redis and files go to ${folder}`)
    const before = writtenEnvironment(dataDir)
    stores = await startStores({ dataDir, folder, users, secrets, before, signal, say })
    signal.throwIfAborted()
    const tools = findTools({ folder: path.join(folder, 'tools'), say, mayInstall: options.installTools })
    const realtimePort = await freePort()
    const system: Record<string, string> = {
      DATABASE_URL: stores.databaseUrl,
      REDIS_URL: stores.redisUrl,
      SECRET: process.env['SECRET'] || secrets.SECRET,
      HOST: host,
      PORT: String(port),
      PUBLIC_URL: process.env['PUBLIC_URL'] || addressOf(host, port),
      REALTIME_PORT: String(realtimePort),
      REALTIME_URL: localAddress(host, realtimePort),
      DEMO: options.demo ? '1' : '0',
      ...storage(folder),
      ...mail(dataDir),
      ...tools.env,
      ...(users.media && { MEDIA_USER: users.media.name }),
      ...(users.browser && { BROWSER_USER: users.browser.name }),
    }
    say('Migrating the database ...')
    await runCommand('packages/db/dist/migrate-command.js', { DATABASE_URL: stores.databaseUrl })
    if (options.demo) await seedOnce(dataDir, system, secrets, say)
    writeEnvironment(dataDir, system)
    signal.throwIfAborted()

    say('Starting the processes ...')
    for (const { entry } of processes)
      if (!existsSync(path.join(root, entry)))
        throw new StartupError(`${entry} is missing: the build did not create it.`)
    for (const entry of processes)
      programs.push(supervise(processProgram(entry, system, await freePort()), dataDir, say))
    await Promise.all(programs.map((program) => program.firstReady(READY_TIMEOUT_MS)))
    return {
      url: addressOf(host, port),
      secrets,
      mailFolder: system['SMTP_URL'] ? undefined : system['MAIL_DIR'],
      tools,
      programs: [...stores.programs, ...programs],
      stopped,
    }
  } catch (error) {
    await stop()
    throw error
  }

  async function stopAll(): Promise<void> {
    const installing = stopInstalling(GRACE_MS)
    const [edge, ...rest] = [...programs].reverse()
    await edge?.stop(GRACE_MS)
    await Promise.all(rest.map((program) => program.stop(GRACE_MS)))
    await stores?.stop(GRACE_MS)
    await installing
    forgetPid(dataDir, 'launcher')
  }
}

/** Refuses when another launcher runs on the folder, and cleans up after a killed launcher. */
async function claimFolder(dataDir: string, say: (line: string) => void): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const launcher = stillRunning(dataDir).find(({ name }) => name === 'launcher')
  if (launcher)
    throw new StartupError(
      `Toile already runs on ${dataDir} (process ${launcher.pid}): stop it first, or set DATA_DIR and PORT to run another.`,
    )
  const ended = await endLeftovers(dataDir)
  if (ended.length) say(`Ended processes of an earlier start: ${ended.map(({ name }) => name).join(', ')}`)
  recordPid(dataDir, 'launcher', process.pid)
}

function storage(folder: string): Record<string, string> {
  const given = setVariables(process.env, (name) => /^(S3_|STORAGE_)/.test(name))
  const driver = process.env['STORAGE_DRIVER'] || (process.env['S3_BUCKET'] ? 's3' : 'folder')
  return { STORAGE_DIR: path.join(folder, 'files'), ...given, STORAGE_DRIVER: driver }
}

function mail(dataDir: string): Record<string, string> {
  const given = setVariables(process.env, (name) => /^(SMTP_URL|MAIL_FROM|MAIL_DIR)$/.test(name))
  return { MAIL_DIR: path.join(dataDir, 'mail'), ...given }
}

async function seedOnce(
  dataDir: string,
  system: Record<string, string>,
  secrets: Secrets,
  say: (line: string) => void,
): Promise<void> {
  const before = writtenEnvironment(dataDir)
  if (before['DEMO'] === '1' || !existsSync(path.join(root, 'packages/demo/dist/seed.js'))) return
  say('Creating demo content ...')
  const { DEMO_CREATOR_PASSWORD, DEMO_ADMIN_PASSWORD } = secrets
  await runCommand('packages/demo/dist/seed.js', { ...system, DEMO_CREATOR_PASSWORD, DEMO_ADMIN_PASSWORD })
  wantDemoWorks(dataDir)
}
