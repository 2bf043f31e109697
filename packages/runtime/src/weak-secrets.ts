import { secretAddresses, secretValues } from './secret-settings.js'

const PLACEHOLDER = /^((change[-_]?me|secret|password|placeholder|example)[-_\d]*)+$|^<.*>$/i
const MIN_LENGTH = 32
/** One in 28 million random secrets of 32 hex digits has fewer different digits. A repeated `changeme` has only 7. */
const MIN_DIFFERENT = 8

/** One sentence per setting that holds a placeholder. The values are left out, because the sentences are logged. */
export function placeholdersIn(env: NodeJS.ProcessEnv): string[] {
  const found = [
    // SECRET has a stricter check below.
    ...secretValues.filter((name) => name !== 'SECRET' && PLACEHOLDER.test(env[name] ?? '')),
    ...secretAddresses.filter((name) => PLACEHOLDER.test(passwordOf(env[name]))),
  ]
  return found.map((name) => `${name} holds a placeholder where a secret belongs`)
}

/** Whether a signing secret is guessable: too short, starting like a placeholder, or with few different characters. */
export function isWeakSecret(secret: string): boolean {
  const startsAsPlaceholder = /^(change[-_]?me|secret|password|placeholder|example|<)/i.test(secret)
  return secret.length < MIN_LENGTH || new Set(secret).size < MIN_DIFFERENT || startsAsPlaceholder
}

function passwordOf(address = ''): string {
  return URL.canParse(address) ? new URL(address).password : ''
}
