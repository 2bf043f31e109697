import errors from '../../locales/en/errors.json'
import en from '../../locales/en/notifications.json'
import zhCN from '../../locales/zh-CN/notifications.json'
import type { AlertKind } from '../queues/alerts.constants.js'
import type { FailureCode, Params } from '../failures.js'
import { formatDate } from '../formats.js'
import { interpolate, plural } from '../interpolation.js'
import type { Language } from '../languages.constants.js'
import type { moderationResults, NotificationKind } from './notifications.constants.js'
import { queueText } from '../queues/queue-words.js'
import type { ReportKind } from '../moderation/reports.constants.js'
import { messageText } from '../words.js'

interface NotificationWords {
  kinds: Record<NotificationKind | 'sent', string>
  hidden: string
  untitled: string
  moderators: string
  gone: string
  two: string
  more_one?: string
  more_other: string
  phases: Record<string, string>
  things: Record<ReportKind, string>
  results: Record<(typeof moderationResults)[number], string>
  alerts: Record<AlertKind, string>
  removals: Record<string, string>
}

const words: Record<Language, NotificationWords> = { en, 'zh-CN': zhCN }

/** Everything that the sentence of a notification uses. It contains nothing that the reader may not see. */
export interface NotificationContent {
  kind: NotificationKind | 'sent'
  actors: readonly ({ name: string; nickname: string } | null)[]
  people: number
  title: string
  excerpt: string
  params: Params
  hidden: boolean
}

/** Notification rows store only codes and params, so that the text can be made in each reader's language. */
export function notificationText(
  content: NotificationContent,
  language: Language,
): { message: string; excerpt: string } {
  const { kinds, hidden, untitled, phases, results, things, alerts, removals } = words[language]
  if (content.hidden) return { message: hidden, excerpt: '' }
  const { params } = content
  const text = (name: string) => String(params[name] ?? '')
  const title = text(`title.${language}`) || content.title || text('title') || untitled
  const values: Record<string, string> = {
    ...Object.fromEntries(Object.keys(params).map((name) => [name, text(name)])),
    who: whoOf(content, language),
    title,
    phase: phases[text('phase')] ?? '',
    result: interpolate(results[text('result') as keyof typeof results] ?? '', {
      title,
      thing: things[text('thing') as ReportKind] ?? '',
    }),
    removal: interpolate(plural(removals, text('removal').replace(/s$/, ''), Number(text('count')), language), {
      count: text('count'),
      date: formatDate(text('date'), language, 'UTC'),
    }),
    alert: interpolate(alerts[text('alert') as AlertKind] ?? '', { queue: queueText(text('queue'), language) ?? '' }),
  }
  const message = interpolate(kinds[content.kind], values)
  return {
    // Capitalises only our own word for a missing title: names and titles by users keep their first letter.
    message: title === untitled && message.startsWith(untitled) ? capitalised(message) : message,
    excerpt: reasonOf(params, language) || content.excerpt,
  }
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function reasonOf(params: Params, language: Language): string {
  const code = params['failure']
  if (typeof code === 'string' && Object.hasOwn(errors, code)) return messageText(code as FailureCode, params, language)
  return String(params[`body.${language}`] ?? '')
}

function whoOf({ actors, people }: NotificationContent, language: Language): string {
  const { moderators, gone, two: both, more_one, more_other } = words[language]
  const [one = moderators, two] = actors.map((actor) => (actor ? actor.nickname || actor.name : gone))
  if (two === undefined) return one
  const others = people - 2
  const text = others <= 0 ? both : plural({ more_one, more_other }, 'more', others, language)
  return interpolate(text, { one, two, count: String(others), people: String(people) })
}
