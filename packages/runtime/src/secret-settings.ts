import { readFileSync } from 'node:fs'

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
export const secretAddresses = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'ALERT_WEBHOOK_URL']

/** Reads secrets from files named by NAME_FILE, because processes of one user can read each other's environment. */
export function readSecretFiles(env: NodeJS.ProcessEnv, problems: string[]): NodeJS.ProcessEnv {
  const settings = { ...env }
  for (const name of [...secretValues, ...secretAddresses]) {
    const file = env[`${name}_FILE`]?.trim()
    // Skips the S3 keys when S3 is not used, because the settings of our containers always include S3_*_FILE.
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
