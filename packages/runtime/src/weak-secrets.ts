import { secretAddresses, secretValues } from './secret-settings.js'

/** What people type to get past a check, and what .env.example shows. */
const PLACEHOLDER = /^((change[-_]?me|secret|password|placeholder|example)[-_\d]*)+$|^<.*>$/i
const MIN_LENGTH = 32
/** 32 random hexadecimal digits have fewer different ones once in 28 million times; `changeme`, however often, has 7. */
const MIN_DIFFERENT = 8

/** One sentence for each secret of an environment that is a placeholder. None of them says what stands there. */
export function placeholdersIn(env: NodeJS.ProcessEnv): string[] {
  const found = [
    // SECRET itself has a stricter check, below.
    ...secretValues.filter((name) => name !== 'SECRET' && PLACEHOLDER.test(env[name] ?? '')),
    ...secretAddresses.filter((name) => PLACEHOLDER.test(passwordOf(env[name]))),
  ]
  return found.map((name) => `${name} holds a placeholder where a secret belongs`)
}

/** Whether whoever tries can guess what signs sessions: it is short, a word, or the same few signs again and again. */
export function isWeakSecret(secret: string): boolean {
  const startsAsPlaceholder = /^(change[-_]?me|secret|password|placeholder|example|<)/i.test(secret)
  return secret.length < MIN_LENGTH || new Set(secret).size < MIN_DIFFERENT || startsAsPlaceholder
}

function passwordOf(address = ''): string {
  return URL.canParse(address) ? new URL(address).password : ''
}
