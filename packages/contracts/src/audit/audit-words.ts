import en from '../../locales/en/audit.json'
import zhCN from '../../locales/zh-CN/audit.json'
import { auditActions, type AuditAction } from './audit.constants.js'
import type { Params } from '../failures.js'
import { interpolate, textParts } from '../interpolation.js'
import type { Language } from '../languages.constants.js'
import type { BackstageTableName } from '../backstage/backstage-tables.constants.js'
import { queueText } from '../queues/queue-words.js'

interface AuditWords {
  /** `{{actor}}` and `{{subject}}` are names; the rest is of the row's params. */
  actions: Record<AuditAction, string>
  /** What a person shows of themselves, as `fields` of a row name it: `company, avatar`. */
  fields: Record<string, string>
  between: string
  /** Lists that were taken along. */
  tables: Record<BackstageTableName, string>
  /** Who has no account there. */
  cli: string
  machinery: string
  /** What is named when nothing is left of it. */
  gone: string
  undoing: string
}

export const auditWords: Record<Language, AuditWords> = { en, 'zh-CN': zhCN }

export interface Noted {
  action: AuditAction
  /** Null where they have no account, or none any more. */
  actor: string | null
  subject: string | null
  params: Params
  undoes: string | null
}

/** What a row of the audit log tells, as a sentence in a language. An action of a version of before is named as it is. */
export function describeAction({ action, actor, subject, params, undoes }: Noted, language: Language): string {
  const { actions, fields, between, tables, cli, machinery, gone, undoing } = auditWords[language]
  const text = (name: string) => (params[name] === undefined ? '' : String(params[name]))
  const values: Record<string, string> = {
    ...Object.fromEntries(Object.keys(params).map((name) => [name, text(name)])),
    // What a row names by a code; one that only a version of before knew is named as it is.
    fields: text('fields')
      .split(', ')
      .map((name) => fields[name] ?? name)
      .join(between),
    queue: queueText(text('queue'), language) ?? text('queue'),
    table: tables[text('table') as BackstageTableName] ?? text('table'),
    actor: actor ?? (params['by'] === 'cli' ? cli : machinery),
    subject: subject || text('title') || text('name') || gone,
  }
  const sentence = interpolate(actions[action] ?? action, values)
  return undoes ? interpolate(undoing, { sentence }) : sentence
}

/** The actions whose sentence in a language has these words, whatever their case; names that stand in it do not count. */
export function actionsContaining(words: string, language: Language): AuditAction[] {
  const wanted = words.trim().toLowerCase()
  return auditActions.filter((name) =>
    textParts(auditWords[language].actions[name]).some((part) => part.toLowerCase().includes(wanted)),
  )
}
