import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '@toile/contracts/audit/audit'
import { formatBytes, formatNumber, formatTime } from '../../../ui/format.js'
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

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const truths: Record<string, 'yes' | 'no'> = { yes: 'yes', true: 'yes', no: 'no', false: 'no' }

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

/** An object's fields except `id`, as in `title First, amount 600`. */
const partsOf = (t: TFunction, value: object) =>
  Object.entries(value)
    .filter(([name]) => name !== 'id')
    .map(([name, part]) => `${fieldName(t, name)} ${valueWords(t, part, name)}`)
    .join(', ')

function partsIn(text: string): object | undefined {
  if (!/^[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as object
  } catch {
    return undefined
  }
}

/** The HTML entities that the server writes in formatted text. */
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/**
 * Strips the tags of formatted text, which is recognised by its first block element. Does not parse the text: even in a
 * detached document, a script in it would make the browser report a CSP violation.
 */
const withoutTags = (text: string) =>
  /^<(p|h\d|ul|ol|blockquote|pre)\b/.test(text)
    ? text
        .split('<')
        .map((part) => part.slice(part.indexOf('>') + 1))
        .join(' ')
        .replace(/&\w+;/g, (entity) => entities[entity] ?? entity)
    : text

/** The name of a field. A field that only an earlier version knew has no translation and is shown by its API name. */
const fieldName = (t: TFunction, field: string) =>
  t(`audit-fields:${field.replaceAll('.', '_') as 'title'}`, { defaultValue: field })
