import en from '../../locales/en/terms.json'
import zhCN from '../../locales/zh-CN/terms.json'
import { isolate } from '../direction.js'
import type { Language } from '../languages.constants.js'

type Filled<T extends string> = T extends `${infer Head}…${infer Tail}` ? `${Head}${string}${Tail}` : T

/** Values of the parameter `what` of MODEL_TOO_COMPLEX, in English. */
export type Term = keyof typeof en.counted
/** Values of the parameter `detail` of MODEL_DAMAGED and ARCHIVE_REFUSED, in English. `…` marks a variable text. */
export type Detail = Filled<keyof typeof en.details>

const terms: Record<Language, Readonly<Record<string, string>>> = {
  en: { ...en.counted, ...en.details },
  'zh-CN': { ...zhCN.counted, ...zhCN.details },
}

/** Translates a term or detail. Undefined for any other value. */
export function termText(value: string, language: Language): string | undefined {
  const known = terms[language]
  if (Object.hasOwn(known, value)) return known[value]
  for (const [english, text] of Object.entries(known)) {
    const [head, tail] = english.split('…')
    if (tail === undefined || !value.startsWith(head!) || !value.endsWith(tail)) continue
    return text.replace('…', () => isolate(value.slice(head!.length, value.length - tail.length)))
  }
  return undefined
}
