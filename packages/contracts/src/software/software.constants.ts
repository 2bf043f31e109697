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

export const packageSorts = ['name', 'platform', 'version', 'bytes', 'createdAt'] as const
/** What the back office's list of activations can be ordered by. */
export const activationSorts = ['user', 'deviceName', 'boundAt', 'lastSeenAt', 'unboundAt'] as const
