import en from '../../locales/en/timeline.json'
import zhCN from '../../locales/zh-CN/timeline.json'
import { describeAction } from './audit-words.js'
import type { AuditAction } from './audit.constants.js'
import type { Params } from '../failures.js'
import { interpolate } from '../interpolation.js'
import type { Language } from '../languages.constants.js'
import type { Decision } from '../moderation/moderation.constants.js'
import type { ReportKind } from '../moderation/reports.constants.js'
import type { TimelineKind, TimelineSource } from './timeline.constants.js'
import type { UploadStage } from '../uploads/uploads.constants.js'

type WordedSource = Exclude<TimelineSource, 'action'>
/** Each source has one sentence for all its facts, or a group with one sentence per type. */
interface TimelineWords extends Record<WordedSource, string | Record<string, string>> {
  event: Record<keyof typeof en.event, string>
  stage: Record<UploadStage, string>
  made: Record<TimelineKind, string>
  mail: Record<'waiting' | 'sent' | 'failed' | 'cancelled', string>
  raised: Record<'report' | 'appeal', string>
  decided: Record<Decision, string>
  things: Record<ReportKind, string>
  someone: string
  untitled: string
}

const words: Record<Language, TimelineWords> = { en, 'zh-CN': zhCN }

/** Types of events in a timeline. Upload stages are read from `uploads` and `stage_history`, which outlive events. */
export const timelineEvents = Object.keys(en.event)

export interface TimelineFact {
  source: TimelineSource
  /** An event's type, a stage's name, an action's name and so on, depending on `source`. */
  type: string
  actor: string | null
  subject: string | null
  params: Params
}

export function describeTimelineFact(fact: TimelineFact, language: Language): string {
  const texts = words[language]
  const { source, type, params } = fact
  if (source === 'action') return describeAction({ ...fact, action: type as AuditAction, undoes: null }, language)
  const text = (name: string) => (params[name] === undefined ? '' : String(params[name]))
  return interpolate(sentenceOf(texts, source, type), {
    ...Object.fromEntries(Object.keys(params).map((name) => [name, text(name)])),
    thing: texts.things[text('thing') as ReportKind] ?? '',
    stage: texts.stage[text('stage') as UploadStage] ?? text('stage'),
    actor: fact.actor ?? texts.someone,
    subject: fact.subject || texts.untitled,
  })
}

function sentenceOf(texts: TimelineWords, source: WordedSource, type: string): string {
  const sentences: string | Record<string, string> = texts[source]
  return typeof sentences === 'string' ? sentences : (sentences[type] ?? type)
}
