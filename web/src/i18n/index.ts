import i18next, { type ParseKeys, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isolate } from '@toile/contracts/direction'
import { type Language, pickLanguage } from '@toile/contracts/languages.constants'
import { namespaceOptions, type Namespace } from './namespaces.js'
import { local } from '../lib/storage.js'

export type WordKey = ParseKeys

/** Imports the texts of a namespace. */
export type Load = (language: Language) => Promise<{ default: ResourceKey }>
type Loads = Partial<Record<Namespace, Load>>

// The files are named one by one. With a pattern in import(), Vite would add a list of all matching files to the code
// of the home page.
const wanted: Loads = {
  shell: (language) =>
    ({ en: () => import('../locales/en/shell.json'), 'zh-CN': () => import('../locales/zh-CN/shell.json') })[
      language
    ](),
}
const pages: Loads = {
  pages: (language) =>
    ({ en: () => import('../locales/en/pages.json'), 'zh-CN': () => import('../locales/zh-CN/pages.json') })[
      language
    ](),
  findings: (language) =>
    ({
      en: () => import('../../../packages/contracts/locales/en/findings.json'),
      'zh-CN': () => import('../../../packages/contracts/locales/zh-CN/findings.json'),
    })[language](),
}

/** Loads the texts of the chosen language. The first render waits for this. */
export async function startI18n(): Promise<void> {
  const language = storedLanguage()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ...namespaceOptions,
    resources: {},
    interpolation: { escape: isolate },
    react: { useSuspense: false },
  })
  await loadTexts(language)
  document.documentElement.lang = language
}

/** Loads the texts that all pages except the home page share. Each of these pages waits for them. */
export const loadPageWords = () => addTexts(pages)

/** Loads further namespaces, now and in every language chosen later. */
export async function addTexts(loads: Loads): Promise<void> {
  Object.assign(wanted, loads)
  await loadTexts(currentLanguage())
}

async function loadTexts(language: Language): Promise<void> {
  await Promise.all(
    Object.entries(wanted).map(async ([namespace, load]) => {
      if (!i18next.hasResourceBundle(language, namespace))
        i18next.addResourceBundle(language, namespace, (await load(language)).default)
    }),
  )
}

export function currentLanguage(): Language {
  return (i18next.language as Language | undefined) ?? storedLanguage()
}

export async function setLanguage(language: Language): Promise<void> {
  await loadTexts(language)
  storeLanguage(language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}

export function onLanguageChange(listener: () => void): void {
  i18next.on('languageChanged', listener)
}

/** Translates a key outside React. */
export const translate = i18next.t

const KEY = 'language'

/** The language chosen on this device, else the browser's. public/theme.js sets <html lang> by the same rule. */
function storedLanguage(): Language {
  return pickLanguage(local.getItem(KEY) ?? navigator.language)
}

function storeLanguage(language: Language): void {
  local.setItem(KEY, language)
}
