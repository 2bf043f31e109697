import type { SystemUser } from '@toile/runtime/system-user'

/** If root runs the tests, Chromium runs as `nobody`, because Chromium has no sandbox if root runs it. */
export function testUser(): SystemUser | undefined {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
}
