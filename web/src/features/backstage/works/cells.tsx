import { useTranslation } from 'react-i18next'
import type { Hidden, BackstageWork } from '@toile/contracts/works/works-backstage'
import { paths, withQuery } from '../../../lib/paths.js'
import { Link } from '../../../lib/router.js'
import { formatDate, formatNumber } from '../../../ui/format.js'

type Person = BackstageWork['creator']

export function UserCell({ person }: { person: Person }) {
  return (
    <Link to={paths.creator(person.id)}>
      <bdi>{person.nickname || person.name}</bdi>
      {person.nickname && person.nickname !== person.name && (
        <span className="muted cell-line">
          <bdi>{person.name}</bdi>
        </span>
      )}
    </Link>
  )
}

export function HiddenCell({ hidden }: { hidden: Hidden | null }) {
  const { t } = useTranslation()
  if (!hidden) return null
  const by = hidden.by ? hidden.by.nickname || hidden.by.name : t('works-backstage:someone')
  return (
    <>
      <bdi>{hidden.reason}</bdi>
      <span className="muted cell-line">{t('works-backstage:hiddenBy', { by, date: formatDate(hidden.at) })}</span>
    </>
  )
}

export const TimeCell = ({ at }: { at: string }) => <span className="time-cell">{at}</span>

export function ReportsCell({ kind, id, open }: { kind: 'work' | 'comment'; id: string; open: number }) {
  const { t } = useTranslation()
  if (open === 0) return <span className="muted">0</span>
  return (
    <Link
      to={withQuery('/backgroundAdmin/reports', { kind, subject: id })}
      aria-label={t('works-backstage:openReports', { count: open })}
    >
      {formatNumber(open)}
    </Link>
  )
}
