import { isolate } from '../direction.js'
import { describeAction } from './audit-words.js'
import type { AuditAction } from './audit.constants.js'
import type { Params } from '../failures.js'
import type { Language } from '../languages.constants.js'
import type { Decision } from '../moderation/moderation.constants.js'
import type { ReportKind } from '../moderation/reports.constants.js'
import type { TimelineSource, ToldEvent } from './timeline.constants.js'
import { en } from './timeline-words.en.js'
import { zhCN } from './timeline-words.zh-CN.js'
import type { UploadStage } from '../uploads/uploads.constants.js'

export interface TimelineWords {
  /** `{subject}` is a name; `{actor}` too. */
  events: Record<ToldEvent, string>
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
  somebody: string
  untitled: string
}

const words: Record<Language, TimelineWords> = { en, 'zh-CN': zhCN }

export interface Told {
  source: TimelineSource
  /** Of an event its type, of a stage its name, of an action its action, and so on. */
  type: string
  actor: string | null
  subject: string | null
  params: Params
}

/** What a line of a timeline tells, in a language. */
export function sayLine(line: Told, language: Language): string {
  const said = words[language]
  const { source, type, params } = line
  if (source === 'action') return describeAction({ ...line, action: type as AuditAction, undoes: null }, language)
  const text = (name: string) => (params[name] === undefined ? '' : String(params[name]))
  return fill(sentenceOf(said, source, type), {
    ...Object.fromEntries(Object.keys(params).map((name) => [name, text(name)])),
    thing: said.things[text('thing') as ReportKind] ?? '',
    stage: said.stages[text('stage') as UploadStage] ?? text('stage'),
    actor: line.actor ?? said.somebody,
    subject: line.subject || said.untitled,
  })
}

function sentenceOf(said: TimelineWords, source: Exclude<TimelineSource, 'action'>, type: string): string {
  switch (source) {
    case 'event':
      return said.events[type as ToldEvent] ?? type
    case 'stage':
      return said.stages[type as UploadStage] ?? type
    case 'made':
      return said.made[type as 'work'] ?? type
    case 'mail':
      return said.mails[type as 'sent'] ?? type
    case 'raised':
      return said.raised[type as 'report'] ?? type
    case 'decided':
      return said.decided[type as Decision] ?? type
    default:
      return said[source]
  }
}

/** In one go, so that braces in a name are only braces. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => isolate(values[name] ?? ''))
}
