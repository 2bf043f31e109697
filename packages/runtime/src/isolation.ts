import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { Running } from './process.js'
import { root } from './root.js'

export interface Isolation {
  /** Path of bubblewrap. Undefined if bubblewrap is missing or the host does not permit its use. */
  bwrap: string | undefined
  /** For the log: the namespaces in use, or why there are none. */
  state: string
  /** Whether a child gets its own /proc. Containers that mask their /proc do not permit this. */
  hasProc: boolean
}

export interface View {
  /** The only writable folder, except /dev if `hasDevices` is set. It has the same path as outside. */
  workDir: string
  reads?: readonly (string | readonly [outside: string, inside: string])[]
  /** Descriptor of the system call filter, see syscallFilter(). */
  filterFd?: number | undefined
  hasNetwork?: boolean
  hasDevices?: boolean
  /** Whether the command starts as root and changes its user itself. */
  changesUser: boolean
}

const system = ['/bin', '/sbin', '/lib', '/lib32', '/lib64']
/** Files for the dynamic linker and fonts. The whole of /etc is never mounted, because it may hold secrets. */
const settings = ['/etc/ld.so.cache', '/etc/alternatives', '/etc/fonts']

let found: Isolation | undefined

/**
 * Tries bubblewrap out once, which takes some 20 ms. While bubblewrap is missing, each call looks again, because the
 * launcher may be installing it.
 */
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

/** Logs the isolation. @throws Error in production if there is none and the operator has not allowed that */
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
 * Wraps a command in bubblewrap if the host has isolation. The command then sees only its work folder, `view.reads`,
 * system programs and `settings`. It sees the network or the host's devices only if `view` allows them. It sees no
 * process outside, and it is killed when this process ends.
 */
export function isolated(command: readonly string[], view: View): string[] {
  const { bwrap, hasProc } = isolation()
  if (!bwrap) return [...command]
  const reads = (view.reads ?? []).map((read) => (typeof read === 'string' ? ([read, read] as const) : read))
  return [
    bwrap,
    ...baseArgs(hasProc, view),
    ...(view.filterFd === undefined ? [] : ['--seccomp', String(view.filterFd)]),
    // Of root's capabilities, the command keeps only those for reading our code and then changing its user.
    ...(view.changesUser
      ? ['CAP_SETUID', 'CAP_SETGID', 'CAP_DAC_READ_SEARCH'].flatMap((cap) => ['--cap-add', cap])
      : []),
    // Creates the parent folders as world-readable, because the host's folders may be closed to the command's user.
    ...[view.workDir, ...reads.map(([, inside]) => inside)].flatMap(foldersTo),
    ...reads.flatMap(([outside, inside]) => ['--ro-bind', realpathSync(outside), inside]),
    ...['--bind', view.workDir, view.workDir, '--chdir', view.workDir],
    // Makes / read-only, and /dev unless it is the host's, because both are tmpfs without a size limit.
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
    // /proc/sys is read-only, because the kernel checks only the writer's user there: root could write even without
    // capabilities.
    ...(hasProc ? ['--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys'] : []),
    ...(hasDevices ? ['--dev-bind', '/dev', '/dev', '--ro-bind', '/sys', '/sys'] : ['--dev', '/dev']),
  ]
}

/** Paths that one of our scripts needs. The repository's root is never among them, because it may hold secrets. */
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
