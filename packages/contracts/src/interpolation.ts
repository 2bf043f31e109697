import { isolate } from './direction.js'
import type { Language } from './languages.constants.js'

const PLACEHOLDER = /\{\{(\w+)(?:, (\w+))?\}\}/g

/**
 * A text of packages/contracts/locales with its placeholders filled, as i18next writes them: `{{name}}`, or `{{name, format}}`.
 * `ownText` gives what is ours already; all else is what a person wrote. In one go, so that braces in a value are only braces.
 */
export function interpolate(
  text: string,
  values: Readonly<Record<string, string>>,
  ownText?: (name: string, format?: string) => string | undefined,
): string {
  return text.replace(
    PLACEHOLDER,
    (_, name: string, format?: string) => ownText?.(name, format) ?? isolate(values[name] ?? ''),
  )
}

/** What of a text lies between its placeholders. */
export const textParts = (text: string): string[] => text.split(/\{\{[^{}]*\}\}/)

/** The text for a number: i18next's `key_one` and `key_other`, of which each language has those that it needs. Empty where there is none. */
export function plural(
  texts: Readonly<Record<string, string | undefined>>,
  key: string,
  count: number,
  language: Language,
): string {
  return texts[`${key}_${new Intl.PluralRules(language).select(count)}`] ?? texts[`${key}_other`] ?? ''
}
