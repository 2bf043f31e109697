import en from '../../locales/en/audit.json'
import zhCN from '../../locales/zh-CN/audit.json'
import type { AuditAction } from './audit.constants.js'
import type { Params } from '../failures.js'
import { interpolate, textParts } from '../interpolation.js'
import type { Language } from '../languages.constants.js'
import type { BackstageTableName } from '../backstage/backstage-tables.constants.js'
import { queueText } from '../queues/queue-words.js'

/** `{{actor}}` and `{{subject}}` are names. Other placeholders are the row's params, some of them translated. */
type AuditWords = typeof en & { fields: Record<string, string> }

export const auditWords: Record<Language, AuditWords> = { en, 'zh-CN': zhCN }

export const auditActions = Object.keys(en.actions) as AuditAction[]

export interface Noted {
  action: AuditAction
  actor: string | null
  subject: string | null
  params: Params
  undoes: string | null
}

/** An audit row as a sentence. An action unknown to this version is shown by its code. */
export function describeAction({ action, actor, subject, params, undoes }: Noted, language: Language): string {
  const { actions, fields, between, tables, cli, machinery, gone, undoing } = auditWords[language]
  const text = (name: string) => (params[name] === undefined ? '' : String(params[name]))
  const values: Record<string, string> = {
    ...Object.fromEntries(Object.keys(params).map((name) => [name, text(name)])),
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

/** Actions whose sentence contains `words` as one phrase, ignoring case. The phrase cannot match placeholders. */
export function actionsContaining(words: string, language: Language): AuditAction[] {
  const wanted = words.trim().toLowerCase()
  return auditActions.filter((name) =>
    textParts(auditWords[language].actions[name]).some((part) => part.toLowerCase().includes(wanted)),
  )
}
