import en from '../../locales/en/findings.json'
import zhCN from '../../locales/zh-CN/findings.json'
import type { Params } from '../failures.js'
import { interpolate } from '../interpolation.js'
import type { Language } from '../languages.constants.js'
import type { FindingCode } from './models.constants.js'

const words: Record<Language, Record<FindingCode, string>> = { en, 'zh-CN': zhCN }

export const findingText = (code: FindingCode, params: Params, language: Language): string =>
  interpolate(
    words[language][code],
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
  )
