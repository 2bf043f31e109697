import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '@toile/contracts/languages.constants'
import { chosenLanguage, keepLanguage } from './language.js'
import type { Words } from './en.js'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Words }
  }
}

/** A key of the words; one that is missing in either language does not compile. */
export type WordKey = KeysOf<Words>

type KeysOf<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : KeysOf<T[K], `${Prefix}${K}.`>
}[keyof T & string]

/** Only the chosen language is ever loaded. */
const locales: Record<Language, () => Promise<Words>> = {
  en: async () => (await import('./en.js')).en,
  'zh-CN': async () => (await import('./zh-CN.js')).zhCN,
}

/** Loads the chosen language; the first render waits for it. */
export async function startI18n(): Promise<void> {
  const language = chosenLanguage()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: await locales[language]() } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  document.documentElement.lang = language
}

export function currentLanguage(): Language {
  return (i18next.language as Language | undefined) ?? chosenLanguage()
}

/** Loads a language and shows the page in it; the choice is kept on this device. */
export async function setLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation'))
    i18next.addResourceBundle(language, 'translation', await locales[language]())
  keepLanguage(language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}

export function onLanguageChange(listener: () => void): void {
  i18next.on('languageChanged', listener)
}

/** Words outside React. */
export const translate = i18next.t
