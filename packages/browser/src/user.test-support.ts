import type { SystemUser } from '@toile/runtime/system-user'

/** If root runs the tests, Chromium runs as `nobody`, so that it has its sandbox. */
export function testUser(): SystemUser | undefined {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
}
