import { readFileSync } from 'node:fs'

export interface SystemUser {
  uid: number
  gid: number
}

export interface NamedUser extends SystemUser {
  name: string
}

/** Undefined without a name or when not root. @throws Error for an unknown user, so that nothing runs as root */
export function systemUser(name: string | undefined): SystemUser | undefined {
  if (!name || process.getuid?.() !== 0) return undefined
  const user = findSystemUser(name)
  if (!user) throw new Error(`There is no system user "${name}" on this machine.`)
  return user
}

export function findSystemUser(name: string): NamedUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined
}
