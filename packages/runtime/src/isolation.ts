import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { Running } from './process.js'
import { root } from './root.js'

export interface Isolation {
  /** bubblewrap; undefined where it is missing or the host does not let it work. */
  bwrap: string | undefined
  /** Namespaces of processes, mounts, IPC and network; or why there are none, for the log. */
  state: string
  /** Whether the child gets a /proc of its own. Containers that mask theirs allow none: it has no /proc at all then. */
  hasProc: boolean
}

/** What a process that opens strangers' files sees beside the programs of the system. */
export interface View {
  /** Its present folder, the one place where it may write, under the path that it has outside. */
  workDir: string
  /** Files and folders to read, with the path inside where it is another. */
  reads?: readonly (string | readonly [outside: string, inside: string])[]
  /** The descriptor from which bubblewrap reads a filter of system calls, see syscallFilter(). */
  filterFd?: number | undefined
  /** For a browser that reads a page of ours on loopback. */
  hasNetwork?: boolean
  /** For a browser that draws with the graphics card. */
  hasDevices?: boolean
  /** As root: the process becomes another user by itself, and keeps the right to until then. */
  changesUser: boolean
}

/** Where Linux keeps libraries and programs; links in a merged /usr, folders elsewhere. */
const system = ['/bin', '/sbin', '/lib', '/lib32', '/lib64']
/** What programs need of /etc: how libraries are found, and what a letter looks like. Never /etc itself. */
const settings = ['/etc/ld.so.cache', '/etc/alternatives', '/etc/fonts']

let found: Isolation | undefined

/**
 * What this host offers to lock media tools in. Tried once for the process (some 20 ms), then remembered; looked for
 * again while bubblewrap is not there, as the launcher may be installing it.
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

/**
 * Says in the log what a process that opens strangers' files locks their tools in with.
 * @throws Error in production where that is nothing, unless the operator allows it
 */
export function requireIsolation({ config, log }: Pick<Running, 'config' | 'log'>): void {
  const { bwrap, state } = isolation()
  const fields = { isolation: state, mediaUser: config.mediaUser, browserUser: config.browserUser }
  if (bwrap) return log.info(fields, 'media tools run isolated')
  if (config.production && !config.allowUnisolatedMedia)
    throw new Error(
      `Media tools cannot be isolated here (${state}), and a file that takes one over would reach all that this process may. See "Isolation of media tools" in docs/operators.md; ALLOW_UNISOLATED_MEDIA=1 starts all the same.`,
    )
  log.warn(fields, 'media tools run WITHOUT isolation: see docs/operators.md')
}

/**
 * The command that runs another so that it sees its work folder, what it is given, its program and libraries, no other
 * process, no network and nothing else, and dies with us. The command itself where the host cannot.
 */
export function isolated(command: readonly string[], view: View): string[] {
  const { bwrap, hasProc } = isolation()
  if (!bwrap) return [...command]
  const reads = (view.reads ?? []).map((read) => (typeof read === 'string' ? ([read, read] as const) : read))
  return [
    bwrap,
    ...baseArgs(hasProc, view),
    ...(view.filterFd === undefined ? [] : ['--seccomp', String(view.filterFd)]),
    // As root it would keep every right. It needs those to become another user, and to read our code until then.
    ...(view.changesUser
      ? ['CAP_SETUID', 'CAP_SETGID', 'CAP_DAC_READ_SEARCH'].flatMap((cap) => ['--cap-add', cap])
      : []),
    // Made open to all: on the way to a file whose folders are another user's.
    ...[view.workDir, ...reads.map(([, inside]) => inside)].flatMap(foldersTo),
    ...reads.flatMap(([outside, inside]) => ['--ro-bind', realpathSync(outside), inside]),
    ...['--bind', view.workDir, view.workDir, '--chdir', view.workDir],
    // What lies in memory there has no limit.
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
    // The kernel's settings ask for the user alone: root without any right could write them.
    ...(hasProc ? ['--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys'] : []),
    ...(hasDevices ? ['--dev-bind', '/dev', '/dev', '--ro-bind', '/sys', '/sys'] : ['--dev', '/dev']),
  ]
}

/**
 * Node, the libraries and the folder of a script, with that of our packages where it is not bundled: never the root of the
 * repository, below which secrets and files may lie.
 */
export const ourProgram = (script: string): string[] => [
  realpathSync(process.execPath),
  join(root, 'node_modules'),
  dirname(script).startsWith(join(root, 'packages')) ? join(root, 'packages') : dirname(script),
]

/** A program that may lie outside of the system's folders, with what lies beside it. */
export function programFolder(program: string): string[] {
  if (!existsSync(program)) return []
  const folder = dirname(realpathSync(program))
  return folder.startsWith('/usr/') || system.includes(folder) ? [] : [folder]
}
