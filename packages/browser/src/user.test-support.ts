import type { SystemUser } from '@toile/runtime/system-user'

/** As root, tests run Chromium as `nobody`, with its sandbox. */
export function testUser(): SystemUser | undefined {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
}
