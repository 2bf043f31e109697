import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { endGroup, endProcess } from './pids.js'

export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Result of install() when the launcher ends before the install does. */
export const BROKEN_OFF = 'broken off'

/** Waits up to 300 s for another apt-get instead of failing. */
const waitForLock = ['-o', 'DPkg::Lock::Timeout=300']

let last: Promise<unknown> = Promise.resolve()
let running: ChildProcess | undefined
let stopped = false
let spentMs = 0

/** Time that all finished installs have taken so far. */
export const installingMs = (): number => spentMs

/** Installs one set at a time, as root. Resolves to undefined on success, BROKEN_OFF, or the end of apt's output. */
export function install(packages: string[]): Promise<string | undefined> {
  const next = last.then(async () => {
    const began = performance.now()
    const problem = await installNow(packages)
    spentMs += performance.now() - began
    return problem
  })
  last = next
  return next
}

async function installNow(packages: string[]): Promise<string | undefined> {
  if (!listsAreThere()) await apt(['update'])
  const args = ['install', '-y', '--no-install-recommends', ...packages]
  if ((await apt(args)) === undefined) return undefined
  // Fixes the likely causes (packages that an aborted install did not set up, outdated lists), then retries.
  if (!stopped) spawnSync('dpkg', ['--configure', '-a'], { env: aptEnvironment() })
  await apt(['update'])
  return apt(args)
}

export async function stopInstalling(graceMs: number): Promise<void> {
  stopped = true
  const { pid } = running ?? {}
  if (!pid) return
  process.kill(-pid, 'SIGTERM')
  await endProcess(pid, 'SIGTERM', graceMs)
  endGroup(pid)
}

function listsAreThere(): boolean {
  return (
    existsSync('/var/lib/apt/lists') && readdirSync('/var/lib/apt/lists').some((name) => name.includes('_Packages'))
  )
}

function apt(args: string[]): Promise<string | undefined> {
  if (stopped) return Promise.resolve(BROKEN_OFF)
  return new Promise((resolve) => {
    let output = ''
    const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2_000))
    // apt-get gets its own process group, so that Ctrl-C does not interrupt dpkg.
    const child = spawn('apt-get', [...waitForLock, '-qq', ...args], {
      env: aptEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    running = child
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code) => {
      running = undefined
      resolve(code === 0 ? undefined : stopped ? BROKEN_OFF : output.trim() || `apt-get ended with ${code}`)
    })
  })
}

/** RUNLEVEL and SYSTEMD_OFFLINE keep packages from starting their services, such as a second Redis. */
function aptEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1', SYSTEMD_OFFLINE: '1' }
}
