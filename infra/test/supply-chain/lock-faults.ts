export interface Lock {
  packages: Record<string, LockedPackage>
}

interface LockedPackage {
  /** The name is set only when it differs from the name in the path. */
  name?: string
  version?: string
  /** The package's URL when it is outside the configured registry; for a link, the workspace's folder. */
  resolved?: string
  link?: boolean
  integrity?: string
  hasInstallScript?: boolean
}

const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/
const OWN_FOLDER = /^((packages|services|workers)\/[a-z]+|web|infra)$/

/** Packages that are not part of this repository, with their path as `at`. */
export function foreignPackages({ packages }: Lock): (LockedPackage & { at: string; name: string })[] {
  return Object.entries(packages)
    .filter(([at, { link }]) => /(^|\/)node_modules\//.test(at) && !link)
    .map(([at, entry]) => ({ ...entry, at, name: at.split('node_modules/').at(-1)! }))
}

/** Lists faults: entries that could bring in unreviewed code, and names in `looked` without an install script. */
export function lockFaults(lock: Lock, looked: Record<string, boolean>): string[] {
  const foreign = foreignPackages(lock)
  const withScripts = new Set(foreign.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))
  return [
    ...foreign.flatMap(({ at, name, version = '', resolved, integrity = '', hasInstallScript }) => [
      ...(resolved === undefined ? [] : [`${at} comes from an address of its own`]),
      ...(SHA512.test(integrity) ? [] : [`${at} has no sha512`]),
      ...(EXACT.test(version) ? [] : [`${at} has no exact version`]),
      ...(lock.packages[at]!.name === undefined ? [] : [`${at} is another package under this name`]),
      ...(hasInstallScript && !(name in looked) ? [`${at} has an install script that nobody has looked at`] : []),
    ]),
    ...Object.entries(lock.packages)
      .filter(([, { link, resolved = '' }]) => link && !OWN_FOLDER.test(resolved))
      .map(([at]) => `${at} links out of the project`),
    ...Object.keys(looked)
      .filter((name) => !withScripts.has(name))
      .map((name) => `${name} is in allowScripts and has no install script`),
  ]
}
