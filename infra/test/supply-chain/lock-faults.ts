/** As much of package-lock.json as says where packages come from and what they do. */
export interface Lock {
  packages: Record<string, LockedPackage>
}

interface LockedPackage {
  /** Set only where a package lies under another name than its own. */
  name?: string
  version?: string
  /** Where it comes from, if not from the registry that npm is set to; of a link, the folder of the workspace. */
  resolved?: string
  link?: boolean
  integrity?: string
  hasInstallScript?: boolean
}

const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/
const OWN_FOLDER = /^((packages|services|workers)\/[a-z]+|web|infra)$/

/** The locked packages that are not ours, by where they lie. */
export function foreignPackages({ packages }: Lock): (LockedPackage & { at: string; name: string })[] {
  return Object.entries(packages)
    .filter(([at, { link }]) => /(^|\/)node_modules\//.test(at) && !link)
    .map(([at, entry]) => ({ ...entry, at, name: at.split('node_modules/').at(-1)! }))
}

/**
 * One sentence for each way in which a lock lets in what nobody has looked at: a package from an address of its own,
 * without a checksum, under a false name, or with an install script that package.json's allowScripts does not name.
 */
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
