import en from '../locales/en/errors.json'
import zhCN from '../locales/zh-CN/errors.json'
import type { ErrorCode, FieldCode } from './errors.js'
import type { FailureCode, Params } from './failures.js'
import { formatDate, numberFormat, spaced } from './formats.js'
import { interpolate } from './interpolation.js'
import type { Language } from './languages.constants.js'
import { termText } from './moderation/terms.js'

type Code = ErrorCode | FieldCode | FailureCode

const words: Record<Language, Record<Code | 'request', string>> = { en, 'zh-CN': zhCN }

const secondsOfUnit: Record<string, number> = { seconds: 1, minutes: 60, hours: 3_600 }

/** A waiting time in words, for example "in 59 minutes". It is rounded up, so that nobody retries too early. */
export function waitWords(seconds: number, language: Language): string {
  const [unit, size] =
    seconds < 90
      ? (['second', 1] as const)
      : seconds < 90 * 60
        ? (['minute', 60] as const)
        : seconds < 36 * 3_600
          ? (['hour', 3_600] as const)
          : (['day', 86_400] as const)
  // Chinese uses `short`, because `long` says 秒钟 for seconds. English uses `long`, because `short` abbreviates units.
  const style = language === 'zh-CN' ? 'short' : 'long'
  return spaced(new Intl.RelativeTimeFormat(language, { style }).format(Math.ceil(seconds / size), unit))
}

/** Groups digits from 10,000 on, because the pages write smaller numbers without a comma. */
function valueText(value: string | number, language: Language): string {
  return typeof value === 'number' ? numberFormat(language, { useGrouping: 'min2' }).format(value) : String(value ?? '')
}

/** A code that this version does not know gets a general text, because one such row must not break a list. */
export function messageText(code: Code, params: Params, language: Language): string {
  const texts = words[language]
  const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, valueText(value, language)]))
  return interpolate(texts[Object.hasOwn(texts, code) ? code : 'PROCESSING_FAILED'], values, (name, format) => {
    if (format === 'wait') return waitWords(Number(params[name] ?? 0) * (secondsOfUnit[name] ?? 1), language)
    if (name === 'date') return formatDate(values[name] ?? '', language, 'UTC')
    if (name === 'request') return values['requestId'] === undefined ? '' : interpolate(texts.request, values)
    return name === 'what' || name === 'detail' ? termText(values[name] ?? '', language) : undefined
  })
}
