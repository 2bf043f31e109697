import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { Running } from './process.js'
import { root } from './root.js'

export interface Isolation {
  /** Undefined if missing or not permitted by the host. */
  bwrap: string | undefined
  /** For the log: the namespaces in use, or why there are none. */
  state: string
  /** Whether the child gets its own /proc; impossible in containers that mask theirs. */
  hasProc: boolean
}

export interface View {
  /** The only writable folder, at the same path as outside. */
  workDir: string
  reads?: readonly (string | readonly [outside: string, inside: string])[]
  /** Descriptor of the system call filter, see syscallFilter(). */
  filterFd?: number | undefined
  hasNetwork?: boolean
  hasDevices?: boolean
  /** The process starts as root and changes its user itself, so it keeps the right to do that. */
  changesUser: boolean
}

const system = ['/bin', '/sbin', '/lib', '/lib32', '/lib64']
/** For the dynamic linker and fonts. Never /etc itself. */
const settings = ['/etc/ld.so.cache', '/etc/alternatives', '/etc/fonts']

let found: Isolation | undefined

/** Tried out once (some 20 ms), but looked for again while it is missing, because the launcher may be installing it. */
export function isolation(): Isolation {
  if (found) return found
  const given = process.env.BWRAP_PATH
  const folders = (process.env.PATH ?? '').split(delimiter)
  const bwrap = (given ? [given] : folders.map((folder) => join(folder, 'bwrap'))).find((file) => existsSync(file))
  if (process.platform !== 'linux') return { bwrap: undefined, state: `none on ${process.platform}`, hasProc: false }
  if (!bwrap) return { bwrap: undefined, state: 'none: bubblewrap is not installed', hasProc: false }
  found = tryOut(bwrap)
  return found
}

function tryOut(bwrap: string): Isolation {
  let why = ''
  for (const hasProc of [true, false]) {
    const tried = spawnSync(bwrap, [...baseArgs(hasProc), 'true'], { encoding: 'utf8', timeout: 5_000 })
    if (tried.status === 0)
      return { bwrap, state: `processes, mounts, IPC and network${hasProc ? '' : ', without /proc'}`, hasProc }
    why ||= tried.stderr?.trim().split('\n').at(-1) ?? String(tried.error)
  }
  return { bwrap: undefined, state: `none: ${why}`, hasProc: false }
}

/** Logs the isolation. @throws in production without any, unless the operator allows it */
export function requireIsolation({ config, log }: Pick<Running, 'config' | 'log'>): void {
  const { bwrap, state } = isolation()
  const fields = { isolation: state, mediaUser: config.mediaUser, browserUser: config.browserUser }
  if (bwrap) return log.info(fields, 'media tools run isolated')
  if (config.production && !config.allowUnisolatedMedia)
    throw new Error(
      `Media tools cannot be isolated here (${state}), and a malicious file could reach everything that this process can. See "Isolation of media tools" in docs/operators.md; ALLOW_UNISOLATED_MEDIA=1 starts without isolation.`,
    )
  log.warn(fields, 'media tools run WITHOUT isolation: see docs/operators.md')
}

/**
 * The command sees only its work folder, `view.reads` and programs, no other process, no network unless allowed, and
 * ends with this process. Returns the command unchanged if the host has no isolation.
 */
export function isolated(command: readonly string[], view: View): string[] {
  const { bwrap, hasProc } = isolation()
  if (!bwrap) return [...command]
  const reads = (view.reads ?? []).map((read) => (typeof read === 'string' ? ([read, read] as const) : read))
  return [
    bwrap,
    ...baseArgs(hasProc, view),
    ...(view.filterFd === undefined ? [] : ['--seccomp', String(view.filterFd)]),
    // Drops root's other rights; these are needed to change the user, and to read our code before.
    ...(view.changesUser
      ? ['CAP_SETUID', 'CAP_SETGID', 'CAP_DAC_READ_SEARCH'].flatMap((cap) => ['--cap-add', cap])
      : []),
    // Parent folders, created anew and world-readable, because the host's may belong to another user.
    ...[view.workDir, ...reads.map(([, inside]) => inside)].flatMap(foldersTo),
    ...reads.flatMap(([outside, inside]) => ['--ro-bind', realpathSync(outside), inside]),
    ...['--bind', view.workDir, view.workDir, '--chdir', view.workDir],
    // Read-only, because the tmpfs there has no size limit.
    ...['--remount-ro', '/', ...(view.hasDevices ? [] : ['--remount-ro', '/dev'])],
    '--',
    ...command,
  ]
}

const foldersTo = (file: string): string[] => {
  const folder = dirname(file)
  return folder === '/' ? [] : [...foldersTo(folder), '--dir', folder]
}

function baseArgs(hasProc: boolean, { hasNetwork = false, hasDevices = false }: Partial<View> = {}): string[] {
  return [
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--die-with-parent'],
    ...(hasNetwork ? [] : ['--unshare-net']),
    ...['--cap-drop', 'ALL', '--ro-bind', '/usr', '/usr'],
    ...system
      .filter((folder) => existsSync(folder))
      .flatMap((folder) =>
        lstatSync(folder).isSymbolicLink()
          ? ['--symlink', readlinkSync(folder), folder]
          : ['--ro-bind', folder, folder],
      ),
    ...['--dir', '/etc', ...settings.flatMap((file) => ['--ro-bind-try', file, file])],
    // The kernel checks only the user who writes its settings, so root could write them even without capabilities.
    ...(hasProc ? ['--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys'] : []),
    ...(hasDevices ? ['--dev-bind', '/dev', '/dev', '--ro-bind', '/sys', '/sys'] : ['--dev', '/dev']),
  ]
}

/** Paths that one of our scripts needs; never the repository's root, which may hold secrets. */
export const ourProgram = (script: string): string[] => [
  realpathSync(process.execPath),
  join(root, 'node_modules'),
  dirname(script).startsWith(join(root, 'packages')) ? join(root, 'packages') : dirname(script),
]

export function programFolder(program: string): string[] {
  if (!existsSync(program)) return []
  const folder = dirname(realpathSync(program))
  return folder.startsWith('/usr/') || system.includes(folder) ? [] : [folder]
}
