import { readFileSync } from 'node:fs'

/** Settings that are secrets by themselves. */
export const secretValues = [
  'SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_CLIENT_SECRET',
  'ALERT_WEBHOOK_SECRET',
  'DEMO_CREATOR_PASSWORD',
  'DEMO_ADMIN_PASSWORD',
]
/** Addresses that have one within them, or may. */
export const secretAddresses = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'ALERT_WEBHOOK_URL']

/**
 * The settings, with each secret that its NAME_FILE names read from there. What a process was started with can be read for as
 * long as it lives by all that its user runs; what it has read cannot. A file that fails leaves a line in `problems`.
 */
export function readSecretFiles(env: NodeJS.ProcessEnv, problems: string[]): NodeJS.ProcessEnv {
  const settings = { ...env }
  for (const name of [...secretValues, ...secretAddresses]) {
    const file = env[`${name}_FILE`]?.trim()
    // Keys of a store that is not used: containers are always told where they would be.
    if (!file || (name.startsWith('S3_') && !env['S3_BUCKET'])) continue
    delete settings[`${name}_FILE`]
    if (env[name]?.trim()) problems.push(`${name} and ${name}_FILE may not both be set`)
    else {
      try {
        settings[name] = readFileSync(file, 'utf8').trim()
        if (!settings[name]) problems.push(`${name}_FILE names ${file}, which is empty`)
      } catch (error) {
        problems.push(`${name}_FILE names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code})`)
      }
    }
  }
  return settings
}
