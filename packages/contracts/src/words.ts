import { isolate } from './direction.js'
import type { Params } from './failures.js'
import type { Language } from './languages.constants.js'
import { inChinese } from './moderation/terms.js'
import { en } from './words.en.js'
import { zhCN } from './words.zh-CN.js'

const words = { en, 'zh-CN': zhCN }

/** Of what a placeholder like `{in seconds}` counts. */
const secondsOfUnit: Record<string, number> = { seconds: 1, minutes: 60, hours: 3_600 }

/** "in 59 minutes": a wait in the unit that people count it in, rounded up so that nobody comes too early. */
export function waitWords(seconds: number, language: Language): string {
  const [unit, size] =
    seconds < 90
      ? (['second', 1] as const)
      : seconds < 90 * 60
        ? (['minute', 60] as const)
        : seconds < 36 * 3_600
          ? (['hour', 3_600] as const)
          : (['day', 86_400] as const)
  return new Intl.RelativeTimeFormat(language).format(Math.ceil(seconds / size), unit)
}

/**
 * The sentence of a code in a language, its placeholders filled; a part in brackets is left out where its value is missing,
 * and `{in seconds}` says how long that is. Of a code that it does not know (a row of another version) it says that
 * something went wrong: one row is no reason to be without a list.
 */
export function messageText(code: keyof typeof en, params: Params, language: Language): string {
  const known = Object.hasOwn(words[language], code) ? code : 'PROCESSING_FAILED'
  const sentence = words[language][known].replace(/\[([^[\]{}]*\{(\w+)\}[^[\]]*)\]/g, (_, part: string, name: string) =>
    params[name] === undefined ? '' : part,
  )
  const timed = sentence.replace(/\{in (\w+)\}/g, (_, name: string) =>
    waitWords(Number(params[name] ?? 0) * (secondsOfUnit[name] ?? 1), language),
  )
  return timed.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '')
    const isOurs = language === 'zh-CN' && (name === 'what' || name === 'detail')
    return (isOurs && inChinese(value)) || isolate(value)
  })
}
