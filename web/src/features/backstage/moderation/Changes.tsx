import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '@toile/contracts/audit/audit'
import { formatBytes, formatNumber, formatTime } from '../../../ui/format.js'
/** What an action changed, a row a field: what it is called, how it was, where it was there, and how it is since. */
export function Changes({ entry: { before, after } }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  if (fields.length === 0) return null
  return (
    <dl className="audit-changes">
      {fields.map((field) => (
        <div key={field}>
          <dt>{fieldName(t, field)}</dt>
          <dd>
            {field in before && (
              <>
                <del>{valueWords(t, before[field], field)}</del> →{' '}
              </>
            )}
            <ins>{valueWords(t, after[field], field)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Moments as actions have noted them. */
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
/** Truths as actions have noted them. */
const truths: Record<string, 'yes' | 'no'> = { yes: 'yes', true: 'yes', no: 'no', false: 'no' }

/** A value in the reader's words; one that has parts is told part by part. */
function valueWords(t: TFunction, value: unknown, field: string): string {
  if (value === undefined || value === null || value === '') return t('moderation-backstage:auditLog.nothing')
  if (Array.isArray(value))
    return value.map((one) => valueWords(t, one, field)).join('; ') || t('moderation-backstage:auditLog.nothing')
  if (typeof value === 'object') return partsOf(t, value)
  if (typeof value === 'number') return field.endsWith('_bytes') ? formatBytes(value) : formatNumber(value)
  const text = String(value)
  const truth = truths[text]
  if (truth) return t(`moderation-backstage:auditLog.values.${truth}`)
  if (MOMENT.test(text)) return formatTime(text)
  const parts = partsIn(text)
  return parts ? valueWords(t, parts, field) : withoutTags(text)
}

/** `title First, amount 600`: an id says nothing to a reader. */
const partsOf = (t: TFunction, value: object) =>
  Object.entries(value)
    .filter(([name]) => name !== 'id')
    .map(([name, part]) => `${fieldName(t, name)} ${valueWords(t, part, name)}`)
    .join(', ')

/** What a text holds that was noted as JSON; undefined for any other text. */
function partsIn(text: string): object | undefined {
  if (!/^[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as object
  } catch {
    return undefined
  }
}

/** How the server writes what of a formatted text is no tag. */
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/**
 * The words of a formatted text, which begins with a block; any other text as it is. Not by a parser: in plain text with
 * a script in it, even one that makes a document of its own has the browser tell of a break of the policy.
 */
const withoutTags = (text: string) =>
  /^<(p|h\d|ul|ol|blockquote|pre)\b/.test(text)
    ? text
        .split('<')
        .map((part) => part.slice(part.indexOf('>') + 1))
        .join(' ')
        .replace(/&\w+;/g, (entity) => entities[entity] ?? entity)
    : text

/** The field's name in the reader's language; one that only a version of before knew is named as it was. */
const fieldName = (t: TFunction, field: string) =>
  t(`audit-fields:${field.replaceAll('.', '_') as 'title'}`, { defaultValue: field })
