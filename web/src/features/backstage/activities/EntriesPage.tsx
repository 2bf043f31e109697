import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BackstageEntry } from '@toile/contracts/activities/activities-backstage'
import { activityPhases } from '@toile/contracts/activities/activities.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { paths } from '../../../lib/paths.js'
import { Link } from '../../../lib/router.js'
import { formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { CreatorLink } from '../../creators/CreatorLink.js'
import { WorkLink } from '../../works/WorkLink.js'
import { formatMoney } from '../../activities/money.js'
import { formatScore } from '../../activities/jury/scores.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'
import { EntryActions } from './EntryActions.js'
import { EntryScores } from './EntryScores.js'
import { backstageActivityPaths } from './paths.js'
import { ReceiptButton } from './ReceiptButton.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import './activities-backstage.css'

await loadNamespaces('activities', 'activities-backstage')

/** The filter lists at most this many activities. The page of an older activity links to its entries. */
const MAX_CHOICE = 100

export function EntriesPage() {
  const { t } = useTranslation()
  const activities = useQuery({
    queryKey: ['backstage', 'activities', 'choice'],
    queryFn: ({ signal }) => backstageApi.listBackstageActivities({ pageSize: MAX_CHOICE }, { signal }),
  })
  const columns: ColumnOf<'entries', BackstageEntry>[] = [
    {
      name: 'title',
      label: t('activities:sheet.work'),
      cell: (row) => <WorkLink id={row.workId} title={row.title || t('home.noTitle')} />,
    },
    {
      name: 'creator',
      label: t('activities:sheet.creator'),
      cell: ({ creator }) => <CreatorLink creator={creator} />,
    },
    {
      name: 'activity',
      label: t('activities:history.activity'),
      cell: (row) => <Link to={backstageActivityPaths.one(row.activityId)}>{row.activityTitle}</Link>,
    },
    {
      name: 'phase',
      label: t('activities:history.phase'),
      hidden: true,
      cell: ({ phase }) => t(`activities:phases.${phase}`),
    },
    {
      name: 'submittedAt',
      label: t('activities-backstage:column.submittedAt'),
      cell: (row) => (
        <>
          <time dateTime={row.submittedAt}>{formatTime(row.submittedAt)}</time>
          <span className="backstage-entry-proof">
            <Link to={paths.compareVersion(row.workId, `${row.version}`)}>
              {t('activities-backstage:entry.version', { version: row.version })}
            </Link>
            <ReceiptButton entry={row} />
          </span>
        </>
      ),
    },
    { name: 'scores', label: t('activities-backstage:column.scores'), cell: (row) => <EntryScores entry={row} /> },
    {
      name: 'score',
      label: t('activities-backstage:column.score'),
      number: true,
      cell: ({ score }) => (score === null ? '–' : formatScore(score)),
    },
    { name: 'rank', label: t('activities:sheet.rank'), number: true, cell: ({ rank }) => rank ?? '–' },
    {
      name: 'prize',
      label: t('activities-backstage:column.bonus'),
      number: true,
      hidden: true,
      cell: ({ award }) => award && formatMoney(award.bonus),
    },
    { name: 'standing', label: t('activities-backstage:column.standing'), cell: (row) => <EntryActions entry={row} /> },
  ]
  return (
    <>
      <PageHeading title={t('activities-backstage:entriesTitle')} />
      <BackstageTable
        name="entries"
        label={t('activities-backstage:entriesTitle')}
        columns={columns}
        searchLabel={t('activities-backstage:entrySearch')}
        filters={[
          {
            name: 'activityId',
            label: t('activities:history.activity'),
            options: activities.data?.items.map(({ id, title }) => ({ value: id, label: title })) ?? [],
          },
          {
            name: 'phase',
            label: t('activities:history.phase'),
            options: activityPhases.map((phase) => ({ value: phase, label: t(`activities:phases.${phase}`) })),
          },
          {
            name: 'disqualified',
            label: t('activities-backstage:column.standing'),
            options: [
              { value: 'no', label: t('activities-backstage:entry.in') },
              { value: 'yes', label: t('activities-backstage:entry.out') },
            ],
          },
        ]}
        load={(asked, signal) =>
          backstageApi.listBackstageEntries(asked, {
            signal,
          })
        }
        bulk={[
          {
            label: t('activities-backstage:disqualify.label'),
            consequence: (count) => t('activities-backstage:disqualify.many', { count }),
            done: (count) => t('activities-backstage:disqualify.manyDone', { count }),
            asksReason: true,
            run: (wanted) => backstageApi.disqualifyEntries(wanted),
          },
        ]}
        nameOf={(row) => row.title || t('home.noTitle')}
        empty={<Notice text={t('activities:noEntries')} />}
      />
    </>
  )
}
