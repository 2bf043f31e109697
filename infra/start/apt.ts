import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { endGroup, endProcess } from './pids.js'

/** Whether we may install Debian packages here. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** What install() resolves to when the launcher ended meanwhile. */
export const BROKEN_OFF = 'broken off'

/** Waits for another apt-get of this machine to end, instead of failing. */
const waitForLock = ['-o', 'DPkg::Lock::Timeout=300']

// One at a time: apt has one lock.
let last: Promise<unknown> = Promise.resolve()
let running: ChildProcess | undefined
let stopped = false

/** Installs Debian packages as root. Resolves to undefined, or to the last lines of apt's output when it failed. */
export function install(packages: string[]): Promise<string | undefined> {
  const next = last.then(async () => {
    if (!listsAreThere()) await apt(['update'])
    const args = ['install', '-y', '--no-install-recommends', ...packages]
    if ((await apt(args)) === undefined) return undefined
    // An install that was broken off leaves packages unpacked but not set up; old lists name files that are gone.
    if (!stopped) spawnSync('dpkg', ['--configure', '-a'], { env: aptEnvironment() })
    await apt(['update'])
    return apt(args)
  })
  last = next
  return next
}

/** Breaks off what is being installed, because the launcher ends, and waits for it. The next start sets it right. */
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
    // A group of its own, so that Ctrl-C does not strike dpkg in the middle of setting something up.
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

/** RUNLEVEL and SYSTEMD_OFFLINE keep a package from starting its own service: we want the program, not a second Redis. */
function aptEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1', SYSTEMD_OFFLINE: '1' }
}
