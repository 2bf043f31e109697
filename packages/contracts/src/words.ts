import type { Params } from './failures.js'
import type { Language } from './languages.constants.js'
import { en } from './words.en.js'
import { zhCN } from './words.zh-CN.js'

const words = { en, 'zh-CN': zhCN }

/** The sentence of a code in a language, its placeholders filled. */
export function say(code: keyof typeof en, params: Params, language: Language): string {
  return words[language][code].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
}
