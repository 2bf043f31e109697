import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { watchGroup, type GroupUse } from './group-use.js'
import { makeProfile, removeProfile, type SystemUser } from './profile.js'

export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface ChromiumProcess {
  pid: number
  /** Where its DevTools protocol listens, on loopback. */
  endpoint: string
  exited: Promise<void>
  /** What all of its processes use. */
  use(): GroupUse
  /** Ends the whole group at once, hung or not, and removes its profile. */
  kill(): Promise<void>
}

const START_TIMEOUT_MS = 30_000
const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path))

const flags = [
  '--headless=new',
  '--force-color-profile=srgb',
  '--remote-debugging-port=0',
  // Containers give /dev/shm 64 MB by default, which one large picture fills.
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-default-apps',
  '--disable-breakpad',
  '--no-first-run',
  '--no-default-browser-check',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
  // Nothing outside is ever needed: even a request that slipped past the page's rules finds no name to go to.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

/** Named even where it is the default: a host with a graphics card must draw the same pixels. */
const processorFlags = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']
/** Lets Chromium take the host's graphics card, by Vulkan. */
const cardFlags = ['--use-angle=vulkan', '--enable-features=Vulkan', '--enable-gpu', '--ignore-gpu-blocklist']

/** What Chromium says where the host offers neither user namespaces nor its set-uid helper (inside a chroot, say). */
const NO_SANDBOX_HERE = /No usable sandbox|zygote_host_impl|setuid_sandbox_host/
/** Found out at the first start, then known for good. */
let hostHasSandbox = true

/**
 * Starts Chromium with its sandbox on. Without one only where it cannot be had, which the log says each time: as root
 * without a user of its own, and on hosts that do not let an ordinary user have one.
 * @param useGpu draws with the host's graphics card, not with the processor
 */
export async function startChromium(
  executablePath: string,
  user: SystemUser | undefined,
  log: Log,
  useGpu = false,
): Promise<ChromiumProcess> {
  const drawFlags = useGpu ? cardFlags : processorFlags
  const asRoot = process.getuid?.() === 0 && !user
  if (asRoot) log.warn({}, 'Chromium runs as root without its sandbox: give it a system user of its own')
  else if (hostHasSandbox)
    try {
      return await start(executablePath, user, drawFlags)
    } catch (error) {
      if (!NO_SANDBOX_HERE.test(String(error))) throw error
      hostHasSandbox = false
    }
  if (!asRoot)
    log.warn(
      {},
      'Chromium runs without its sandbox: allow user namespaces here, or install its helper (apt: chromium-sandbox)',
    )
  return start(executablePath, user, [...drawFlags, '--no-sandbox'])
}

/**
 * Starts Chromium in a process group and with a profile of its own. Where the host has setpriv (Linux), the kernel kills
 * it when this process dies in any way, so a killed worker leaves no browser behind. Throws when it does not start.
 */
async function start(
  executablePath: string,
  user: SystemUser | undefined,
  moreFlags: string[],
): Promise<ChromiumProcess> {
  const profile = await makeProfile(user)
  const args = [...flags, ...moreFlags, `--user-data-dir=${profile}`, 'about:blank']
  const child = setpriv
    ? spawnDetached(setpriv, ['--pdeathsig', 'KILL', '--', executablePath, ...args], profile, user)
    : spawnDetached(executablePath, args, profile, user)
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const killGroup = () => {
    // The group's number is the leader's pid; it stays taken as long as any member lives.
    if (child.pid !== undefined) signalGroup(child.pid)
  }
  process.once('exit', killGroup)
  const kill = async () => {
    killGroup()
    process.removeListener('exit', killGroup)
    await exited
    await removeProfile(profile)
  }
  try {
    const endpoint = await readEndpoint(child)
    const pid = child.pid as number
    return { pid, endpoint, exited, use: watchGroup(pid), kill }
  } catch (error) {
    await kill()
    throw error
  }
}

function spawnDetached(command: string, args: string[], profile: string, user: SystemUser | undefined): ChildProcess {
  return spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Nothing of our environment, which holds the keys of the database: only what Chromium needs, inside its profile.
    env: { PATH: process.env.PATH, HOME: profile, XDG_CONFIG_HOME: profile, XDG_CACHE_HOME: profile, TMPDIR: profile },
    cwd: profile,
    ...user,
  })
}

function signalGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Chromium says on stderr where it listens. Throws with its last words when it ends or stays silent. */
function readEndpoint(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const heard: string[] = []
    const fail = (why: string) => reject(new Error(`Chromium ${why}: ${heard.slice(-5).join(' | ')}`))
    const timer = setTimeout(() => fail('did not start in time'), START_TIMEOUT_MS)
    child.once('error', (error) => fail(`could not be started (${error.message})`))
    child.once('exit', (code, signal) => fail(`ended at once (${code ?? signal})`))
    if (!child.stderr) return
    createInterface({ input: child.stderr }).on('line', (line) => {
      const endpoint = /^DevTools listening on (ws:\/\/\S+)/.exec(line)?.[1]
      if (endpoint) {
        clearTimeout(timer)
        resolve(endpoint)
      } else if (heard.length < 50) heard.push(line)
    })
    child.once('exit', () => clearTimeout(timer))
  })
}
