import type { TableColumns } from '../backstage/tables.constants.js'
export const platforms = ['windows', 'macos', 'linux'] as const
export type Platform = (typeof platforms)[number]

export const MAX_PACKAGE_NAME_LENGTH = 64
export const MAX_VERSION_LENGTH = 32
export const MAX_PACKAGE_NOTES_LENGTH = 2_000

/** Computers that one person may use the software on at a time. */
export const MAX_DEVICES = 3
/** So often may one be unbound by its person within `UNBIND_DAYS`. */
export const MAX_UNBINDS = 5
export const UNBIND_DAYS = 30
export const MAX_DEVICE_ID_LENGTH = 128
export const MAX_DEVICE_NAME_LENGTH = 64
/** How often the software asks whether it is still bound. */
export const LEASE_SECONDS = 300

/** The table of devices that use the software. */
export const activationColumns = {
  user: { sort: true },
  deviceName: { sort: true },
  state: {},
  boundAt: { sort: true },
  lastSeenAt: { sort: true },
  unboundAt: { sort: true },
  actions: { file: [] },
} as const satisfies TableColumns

/** The table of installers in the back office. */
export const packageColumns = {
  name: { sort: true },
  version: { sort: true },
  platform: { sort: true },
  state: {},
  needsCode: {},
  bytes: { sort: true },
  createdAt: { sort: true },
} as const satisfies TableColumns
