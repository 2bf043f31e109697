import type { TableColumns } from '../backstage/tables.constants.js'
export const platforms = ['windows', 'macos', 'linux'] as const
export type Platform = (typeof platforms)[number]

export const MAX_PACKAGE_NAME_LENGTH = 64
export const MAX_VERSION_LENGTH = 32
export const MAX_PACKAGE_NOTES_LENGTH = 2_000

export const MAX_DEVICES = 3
export const MAX_UNBINDS = 5
export const UNBIND_DAYS = 30
export const MAX_DEVICE_ID_LENGTH = 128
export const MAX_DEVICE_NAME_LENGTH = 64
/** How often the software checks whether its device is still bound. */
export const LEASE_SECONDS = 300

export const activationColumns = {
  user: { sort: true },
  deviceName: { sort: true },
  state: {},
  boundAt: { sort: true },
  lastSeenAt: { sort: true },
  unboundAt: { sort: true },
  actions: { file: [] },
} as const satisfies TableColumns

export const packageColumns = {
  name: { sort: true },
  version: { sort: true },
  platform: { sort: true },
  state: {},
  needsCode: {},
  bytes: { sort: true },
  createdAt: { sort: true },
} as const satisfies TableColumns
