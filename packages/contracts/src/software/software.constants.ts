export const platforms = ['windows', 'macos', 'linux'] as const
export type Platform = (typeof platforms)[number]

export const maxPackageNameLength = 64
export const maxVersionLength = 32
export const maxPackageNotesLength = 2_000

/** Computers that one person may use the software on at a time. */
export const maxDevices = 3
/** So often may one be unbound by its person within `unbindDays`. */
export const maxUnbinds = 5
export const unbindDays = 30
export const maxDeviceIdLength = 128
export const maxDeviceNameLength = 64
/** How often the software asks whether it is still bound. */
export const leaseSeconds = 300

export const packageSorts = ['name', 'platform', 'version', 'bytes', 'createdAt'] as const
/** What the back office's list of activations can be ordered by. */
export const activationSorts = ['user', 'deviceName', 'boundAt', 'lastSeenAt', 'unboundAt'] as const
