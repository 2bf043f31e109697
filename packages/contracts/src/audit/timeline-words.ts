import en from '../../locales/en/timeline.json'
import zhCN from '../../locales/zh-CN/timeline.json'
import { describeAction } from './audit-words.js'
import type { AuditAction } from './audit.constants.js'
import type { Params } from '../failures.js'
import { interpolate } from '../interpolation.js'
import type { Language } from '../languages.constants.js'
import type { Decision } from '../moderation/moderation.constants.js'
import type { ReportKind } from '../moderation/reports.constants.js'
import type { TimelineSource, TimelineEvent } from './timeline.constants.js'
import type { UploadStage } from '../uploads/uploads.constants.js'

interface TimelineWords {
  events: Record<TimelineEvent, string>
  stages: Record<UploadStage, string>
  took: string
  made: Record<'work' | 'user' | 'upload', string>
  mails: Record<'waiting' | 'sent' | 'failed' | 'cancelled', string>
  report: string
  raised: Record<'report' | 'appeal', string>
  decided: Record<Decision, string>
  entry: string
  award: string
  things: Record<ReportKind, string>
  someone: string
  untitled: string
}

const words: Record<Language, TimelineWords> = { en, 'zh-CN': zhCN }

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
    stage: texts.stages[text('stage') as UploadStage] ?? text('stage'),
    actor: fact.actor ?? texts.someone,
    subject: fact.subject || texts.untitled,
  })
}

function sentenceOf(texts: TimelineWords, source: Exclude<TimelineSource, 'action'>, type: string): string {
  switch (source) {
    case 'event':
      return texts.events[type as TimelineEvent] ?? type
    case 'stage':
      return texts.stages[type as UploadStage] ?? type
    case 'made':
      return texts.made[type as 'work'] ?? type
    case 'mail':
      return texts.mails[type as 'sent'] ?? type
    case 'raised':
      return texts.raised[type as 'report'] ?? type
    case 'decided':
      return texts.decided[type as Decision] ?? type
    default:
      return texts[source]
  }
}
