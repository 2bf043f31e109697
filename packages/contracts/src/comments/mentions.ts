import { MAX_MENTIONS } from '../notifications/notifications.constants.js'

/** An @ not preceded by a word character (an email address has one), then the characters of a username. */
const NAME = /(?<![\p{L}\p{N}._@-])@([\p{L}\p{N}._-]{2,40})/gu

/** Names that may be usernames, each once, also without final dots, dashes and underscores. The database decides. */
export function namesIn(body: string): string[] {
  const names = new Set<string>()
  for (const [, name = ''] of body.matchAll(NAME)) {
    names.add(name)
    const bare = name.replace(/(?<![._-])[._-]+$/, '')
    if (bare.length >= 2) names.add(bare)
  }
  return [...names].slice(0, MAX_MENTIONS * 4)
}
