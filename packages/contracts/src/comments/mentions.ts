import { MAX_MENTIONS } from '../notifications/notifications.constants.js'

/** An @ that does not stand within a word (so not that of an email address), and what a username may consist of. */
const NAME = /(?<![\p{L}\p{N}._@-])@([\p{L}\p{N}._-]{2,40})/gu

/**
 * The usernames that a text may mean, each once, in their order: a point at the end may be the sentence's own. Which of
 * them exist is for the database to say.
 */
export function namesIn(body: string): string[] {
  const names = new Set<string>()
  for (const [, name = ''] of body.matchAll(NAME)) {
    names.add(name)
    const bare = name.replace(/(?<![._-])[._-]+$/, '')
    if (bare.length >= 2) names.add(bare)
  }
  return [...names].slice(0, MAX_MENTIONS * 4)
}
