import { randomBytes, randomInt } from 'node:crypto'
import path from 'node:path'
import { readKeyValues, writeKeyValues } from './key-values.js'

export interface Secrets {
  /** Signs sessions, file links and download links, and makes viewers' pseudonyms. */
  SECRET: string
  POSTGRES_PASSWORD: string
  REDIS_PASSWORD: string
  DEMO_CREATOR_PASSWORD: string
  DEMO_ADMIN_PASSWORD: string
}

/** Secrets are kept in DATA_DIR/secrets (mode 0600). Each start adds missing secrets: a new version may need more. */
export function keepSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets')
  const kept = readKeyValues(file)
  const secrets: Secrets = {
    SECRET: kept['SECRET'] ?? randomBytes(32).toString('hex'),
    POSTGRES_PASSWORD: kept['POSTGRES_PASSWORD'] ?? randomBytes(24).toString('hex'),
    REDIS_PASSWORD: kept['REDIS_PASSWORD'] ?? randomBytes(24).toString('hex'),
    DEMO_CREATOR_PASSWORD: kept['DEMO_CREATOR_PASSWORD'] ?? demoPassword(),
    DEMO_ADMIN_PASSWORD: kept['DEMO_ADMIN_PASSWORD'] ?? demoPassword(),
  }
  if (Object.entries(secrets).some(([name, value]) => kept[name] !== value))
    writeKeyValues(file, { ...secrets }, 'Generated on the first start. Anyone with this file can sign in as any user.')
  return secrets
}

/** Four groups of four characters are easy to type, and no two characters look alike. The password has 79 bits. */
function demoPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
