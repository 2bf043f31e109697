import { MAX_MENTIONS } from '../notifications/notifications.constants.js'

/** An @ and a username's characters. The @ must not follow a letter, digit or . _ @ - because emails contain an @. */
const NAME = /(?<![\p{L}\p{N}._@-])@([\p{L}\p{N}._-]{2,40})/gu

/** Possible usernames, each once. If a name ends in . - or _ the list also has the name without this ending. */
export function namesIn(body: string): string[] {
  const names = new Set<string>()
  for (const [, name = ''] of body.matchAll(NAME)) {
    names.add(name)
    const bare = name.replace(/(?<![._-])[._-]+$/, '')
    if (bare.length >= 2) names.add(bare)
  }
  return [...names].slice(0, MAX_MENTIONS * 4)
}
