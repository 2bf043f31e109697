import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '@toile/contracts/languages.constants'
import { chosenLanguage, keepLanguage } from './language.js'
import type { ShellWords } from './en.shell.js'
import type { PageWords } from './en.js'
import type { OfficeWords } from './en.office.js'

type Words = ShellWords & PageWords & OfficeWords

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

/** Only the chosen language is ever loaded, and of it only home's words until another page is wanted. */
const shells: Record<Language, () => Promise<ShellWords>> = {
  en: async () => (await import('./en.shell.js')).enShell,
  'zh-CN': async () => (await import('./zh-CN.shell.js')).zhCNShell,
}
const pages: Record<Language, () => Promise<PageWords>> = {
  en: async () => (await import('./en.js')).en,
  'zh-CN': async () => (await import('./zh-CN.js')).zhCN,
}
const offices: Record<Language, () => Promise<OfficeWords>> = {
  en: async () => (await import('./en.office.js')).enOffice,
  'zh-CN': async () => (await import('./zh-CN.office.js')).zhCNOffice,
}
let arePagesWanted = false
let isOfficeWanted = false

/** Loads the chosen language; the first render waits for it. */
export async function startI18n(): Promise<void> {
  const language = chosenLanguage()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: await shells[language]() } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  document.documentElement.lang = language
}

/** Loads the words of the pages besides home; every one of them waits for it before it is shown. */
export async function loadPageWords(): Promise<void> {
  arePagesWanted = true
  await load(currentLanguage())
}

/** Loads the words of the back office. */
export async function loadOfficeWords(): Promise<void> {
  isOfficeWanted = true
  await load(currentLanguage())
}

async function load(language: Language): Promise<void> {
  const has = (section: keyof Words) => i18next.getResource(language, 'translation', section) !== undefined
  const add = (words: object) => i18next.addResourceBundle(language, 'translation', words, true)
  if (!has('app')) add(await shells[language]())
  if (arePagesWanted && !has('work')) add(await pages[language]())
  if (isOfficeWanted && !has('queues')) add(await offices[language]())
}

export function currentLanguage(): Language {
  return (i18next.language as Language | undefined) ?? chosenLanguage()
}

/** Loads a language and shows the page in it; the choice is kept on this device. */
export async function setLanguage(language: Language): Promise<void> {
  await load(language)
  keepLanguage(language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}

export function onLanguageChange(listener: () => void): void {
  i18next.on('languageChanged', listener)
}

/** Words outside React. */
export const translate = i18next.t
