import { isolate } from './direction.js'
import type { Language } from './languages.constants.js'

const PLACEHOLDER = /\{\{(\w+)(?:, (\w+))?\}\}/g

/**
 * Fills `{{name}}` and `{{name, format}}` in one pass, so that braces in a value stay braces. `ownText` supplies
 * trusted values. All other values are treated as user text: right-to-left text is isolated (see direction.ts).
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

export const textParts = (text: string): string[] => text.split(/\{\{[^{}]*\}\}/)

/** The text for a count, by i18next's plural keys (`key_one`, `key_other`). Empty if neither key exists. */
export function plural(
  texts: Readonly<Record<string, string | undefined>>,
  key: string,
  count: number,
  language: Language,
): string {
  return texts[`${key}_${new Intl.PluralRules(language).select(count)}`] ?? texts[`${key}_other`] ?? ''
}
