import { pickLanguage, type Language } from '@toile/contracts/languages.constants'
import { local } from '../lib/storage.js'

const KEY = 'language'

/** The language chosen on this device, else the browser's. public/theme.js sets <html lang> by the same rule. */
export function storedLanguage(): Language {
  return pickLanguage(local.getItem(KEY) ?? navigator.language)
}

export function storeLanguage(language: Language): void {
  local.setItem(KEY, language)
}
