import { readFileSync } from 'node:fs'

export interface SystemUser {
  uid: number
  gid: number
}

/** The ids of a system user of this machine; undefined when we are not root (and so cannot change) or it is unknown. */
export function systemUser(name: string | undefined): SystemUser | undefined {
  if (!name || process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}
