import { isolate } from './direction.js'
import type { Params } from './failures.js'
import type { Language } from './languages.constants.js'
import { terms, type Term } from './terms.js'
import { en } from './words.en.js'
import { zhCN } from './words.zh-CN.js'

const words = { en, 'zh-CN': zhCN }

/** The sentence of a code in a language, its placeholders filled; a part in brackets is left out where its value is missing. */
export function say(code: keyof typeof en, params: Params, language: Language): string {
  const sentence = words[language][code].replace(/\[([^[\]{}]*\{(\w+)\}[^[\]]*)\]/g, (_, part: string, name: string) =>
    params[name] === undefined ? '' : part,
  )
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '')
    const isTerm = name === 'what' && language === 'zh-CN' && Object.hasOwn(terms, value)
    return isTerm ? terms[value as Term] : isolate(value)
  })
}
