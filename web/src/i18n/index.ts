import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isolate } from '@toile/contracts/direction'
import type { Language } from '@toile/contracts/languages.constants'
import { storedLanguage, storeLanguage } from './language.js'
import type { LearningWords } from './en.learning.js'
import type { MarketWords } from './en.market.js'
import type { ActivitiesWords } from './en.activities.js'
import type { ActivitiesBackstageWords } from './en.activities-backstage.js'
import type { ShellWords } from './en.shell.js'
import type { PageWords } from './en.js'
import type { CodesBackstageWords } from './en.codes-backstage.js'
import type { BackstageWords } from './en.backstage.js'
import type { AnalyticsWords } from './en.analytics-backstage.js'
import type { ApiWords } from './en.api.js'
import type { AppealWords } from './en.appeals.js'
import type { CropWords } from './en.crop.js'
import type { ProgressWords } from './en.progress.js'
import type { AuditFieldWords } from './en.audit-fields.js'
import type { ModerationBackstageWords } from './en.moderation-backstage.js'
import type { UsersBackstageWords } from './en.users-backstage.js'
import type { SoftwareWords } from './en.software.js'
import type { TenantsWords } from './en.tenants.js'
import type { ContentBackstageWords } from './en.content-backstage.js'
import type { RichTextWords } from './en.rich-text.js'
import type { enFeed } from './en.feed.js'
import type { enHidden } from './en.hidden.js'
import type { enWorksBackstage } from './en.works-backstage.js'

type Words = ShellWords &
  PageWords &
  BackstageWords &
  AnalyticsWords &
  UsersBackstageWords &
  ModerationBackstageWords &
  AuditFieldWords &
  AppealWords &
  ApiWords &
  CropWords &
  ProgressWords &
  CodesBackstageWords &
  ActivitiesWords &
  ActivitiesBackstageWords &
  LearningWords &
  MarketWords &
  SoftwareWords &
  ContentBackstageWords &
  TenantsWords & {
    richText: RichTextWords
    feed: typeof enFeed
    hidden: typeof enHidden
    worksBackstage: typeof enWorksBackstage
  }

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

/** Words that come together, for each language. */
export type WordSet = Record<Language, () => Promise<object>>

/** Only the chosen language is ever loaded, and of it only home's words until another page is wanted. */
const shell: WordSet = {
  en: async () => (await import('./en.shell.js')).enShell,
  'zh-CN': async () => (await import('./zh-CN.shell.js')).zhCNShell,
}
const pages: WordSet = {
  en: async () => (await import('./en.js')).en,
  'zh-CN': async () => (await import('./zh-CN.js')).zhCN,
}
/** Those that are wanted in whichever language is chosen. */
const wanted = new Set([shell])
const loaded = new Set<WordSet[Language]>()

/** Loads the chosen language; the first render waits for it. */
export async function startI18n(): Promise<void> {
  const language = storedLanguage()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: {},
    interpolation: { escape: isolate },
    react: { useSuspense: false },
  })
  await load(language)
  document.documentElement.lang = language
}

/** Loads the words of the pages besides home; every one of them waits for it before it is shown. */
export const loadPageWords = () => loadWords(pages)

/** Loads a set of words that only some pages need, now and in every language that is chosen later. */
export async function loadWords(set: WordSet): Promise<void> {
  wanted.add(set)
  await load(currentLanguage())
}

async function load(language: Language): Promise<void> {
  await Promise.all(
    [...wanted].map(async ({ [language]: words }) => {
      if (loaded.has(words)) return
      i18next.addResourceBundle(language, 'translation', await words(), true)
      loaded.add(words)
    }),
  )
}

export function currentLanguage(): Language {
  return (i18next.language as Language | undefined) ?? storedLanguage()
}

/** Loads a language and shows the page in it; the choice is kept on this device. */
export async function setLanguage(language: Language): Promise<void> {
  await load(language)
  storeLanguage(language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}

export function onLanguageChange(listener: () => void): void {
  i18next.on('languageChanged', listener)
}

/** Words outside React. */
export const translate = i18next.t
