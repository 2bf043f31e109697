import { existsSync, realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { isolated, isolation, programFolder } from '@toile/runtime/isolation'
import { sendSignal } from '@toile/runtime/send-signal'
import type { SystemUser } from '@toile/runtime/system-user'
import { monitorGroup, type GroupUsage } from './process-group-usage.js'
import { makeProfile, removeProfile } from './profile.js'

export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface ChromiumProcess {
  pid: number
  /** Playwright's client, connected through a pipe that no other process can use. */
  client: Browser
  exited: Promise<void>
  use(): GroupUsage
  /** Kills the whole process group with SIGKILL, which ends even hung processes. Then removes the group's profile. */
  kill(): Promise<void>
}

const START_TIMEOUT_MS = 30_000
const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path))

const flags = [
  '--headless=new',
  '--force-color-profile=srgb',
  '--remote-debugging-pipe',
  // Containers give /dev/shm only 64 MB by default, and one large picture fills this space.
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
  // Chromium needs no host but 127.0.0.1. A request that gets past the page's rules cannot resolve any other name.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

/** SwiftShader is named, because on a host with a graphics card Chromium would use the card and render other pixels. */
const processorFlags = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']
const cardFlags = ['--use-angle=vulkan', '--enable-features=Vulkan', '--enable-gpu', '--ignore-gpu-blocklist']

/** Chromium's errors on hosts that have neither user namespaces nor a set-uid helper (for example in a chroot). */
const NO_SANDBOX_HERE = /No usable sandbox|zygote_host_impl|setuid_sandbox_host|sandboxing failed/

interface Way {
  /** Runs Chromium in namespaces of its own (see isolated()). Chromium's set-uid helper does not work in them. */
  isIsolated: boolean
  hasSandbox: boolean
}
const ways: Way[] = [
  { isIsolated: true, hasSandbox: true },
  { isIsolated: false, hasSandbox: true },
  { isIsolated: true, hasSandbox: false },
  { isIsolated: false, hasSandbox: false },
]
/** Ways that failed here, but not by a timeout, while another way was left. These ways are not tried again. */
const refused = new Set<Way>()

/**
 * Starts Chromium isolated and with its sandbox. Where the host does not allow this (root without a separate user, no
 * user namespaces, no bwrap), the isolation, the sandbox or both are left out. Each start without the sandbox logs a
 * warning.
 */
export async function startChromium(
  executablePath: string,
  user: SystemUser | undefined,
  log: Log,
  useGpu = false,
): Promise<ChromiumProcess> {
  const asRoot = process.getuid?.() === 0 && !user
  const possible = ways.filter(
    (way) => !refused.has(way) && !(way.isIsolated && !isolation().bwrap) && !(way.hasSandbox && asRoot),
  )
  for (const [i, way] of possible.entries())
    try {
      const started = await start(executablePath, user, way, useGpu)
      if (!way.hasSandbox)
        log.warn({}, asRoot ? 'Chromium runs as root without its sandbox: give it a separate system user' : NO_SANDBOX)
      return started
    } catch (error) {
      if (i + 1 === possible.length || !(way.isIsolated || NO_SANDBOX_HERE.test(String(error)))) throw error
      log.warn({ ...way, err: String(error).slice(0, 2_000) }, 'Chromium cannot start in this mode')
      // A timeout does not rule out this way, because the machine may only be busy.
      if ((error as Error).name !== 'TimeoutError') refused.add(way)
    }
  throw new Error('Chromium cannot be started in any way')
}

const NO_SANDBOX =
  'Chromium runs without its sandbox: allow user namespaces here, or install its helper (apt: chromium-sandbox)'

async function start(
  executablePath: string,
  user: SystemUser | undefined,
  { isIsolated, hasSandbox }: Way,
  useGpu: boolean,
): Promise<ChromiumProcess> {
  // Playwright is loaded only now, because it takes 60 MB and 0.5 s, which an idle worker does not need.
  const { chromium } = await import('playwright-core')
  const profile = await makeProfile(user)
  const pidFile = `${profile}.pid`
  // The path may be a symlink, and an isolated process cannot follow this symlink.
  const executable = isIsolated ? realpathSync(executablePath) : executablePath
  const args = [...flags, ...(useGpu ? cardFlags : processorFlags), ...(hasSandbox ? [] : ['--no-sandbox'])]
  const program = [...asUser(user), executable, ...args, `--user-data-dir=${profile}`, 'about:blank']
  const command = isIsolated
    ? isolated(program, {
        workDir: profile,
        reads: [...programFolder(executable), ...settings.filter((folder) => existsSync(folder))],
        hasNetwork: true,
        hasDevices: useGpu,
        changesUser: user !== undefined,
      })
    : program
  let client: Browser
  try {
    client = await chromium.launch({
      // The shell writes its pid to a file, because Playwright does not provide the pid. Then `exec` replaces the shell
      // with the program, so the program leads the process group.
      executablePath: '/bin/sh',
      args: ['-c', 'echo $$ >"$0" && cd "$1" && shift && exec "$@"', pidFile, profile, ...command],
      ignoreDefaultArgs: true,
      // Our environment holds secrets such as the database's password, so Chromium gets only what it needs. All folders
      // of Chromium are in its profile.
      env: {
        PATH: process.env.PATH ?? '',
        ...{ HOME: profile, XDG_CONFIG_HOME: profile, XDG_CACHE_HOME: profile, TMPDIR: profile },
      },
      timeout: START_TIMEOUT_MS,
      ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    })
  } catch (error) {
    await removeProfile(profile)
    throw error
  }
  const pid = Number(await readFile(pidFile, 'utf8'))
  const exited = new Promise<void>((resolve) => client.once('disconnected', () => resolve()))
  const killGroup = () => sendSignal(-pid, 'SIGKILL')
  process.once('exit', killGroup)
  return {
    pid,
    client,
    exited,
    use: monitorGroup(pid),
    async kill() {
      killGroup()
      process.removeListener('exit', killGroup)
      await exited
      await removeProfile(profile)
    },
  }
}

/** Folders that Debian's start script of Chromium reads. */
const settings = ['/etc/chromium', '/etc/chromium.d']

/**
 * Command prefix that runs a program, as `user` if given. `--pdeathsig` makes the kernel kill the program when this
 * process dies, whether the program is isolated or not, so a killed worker leaves no browser behind. Without setpriv
 * (for example on macOS) there is no prefix, and the program runs as this process's user.
 */
function asUser(user: SystemUser | undefined): string[] {
  if (!setpriv) return []
  const become = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []
  return [setpriv, ...become, '--pdeathsig', 'KILL', '--']
}
