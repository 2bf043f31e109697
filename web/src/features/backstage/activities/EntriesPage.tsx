import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { officeActivityRoutes, OfficeEntry } from '@toile/contracts/activities-office'
import { activityPhases } from '@toile/contracts/activities.constants'
import { ask } from '../../../api.js'
import { paths } from '../../../paths.js'
import { Link } from '../../../router.js'
import { formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { formatMoney } from '../../activities/money.js'
import { formatScore } from '../../activities/scores.js'
import { OfficeTable } from '../table/OfficeTable.js'
import type { ColumnOf } from '../table/table.js'
import { EntryDeeds } from './EntryDeeds.js'
import { EntryScores } from './EntryScores.js'
import { officeActivityPaths } from './paths.js'
import { ReceiptButton } from './ReceiptButton.js'
import './words.js'
import './activities-office.css'

/** Activities that can be chosen as a filter; older ones are found by their own page. */
const MAX_CHOICE = 100

/** The works in all modelling activities: how they are judged, and whether they are still in. */
export function EntriesPage() {
  const { t } = useTranslation()
  const activities = useQuery({
    queryKey: ['backstage', 'activities', 'choice'],
    queryFn: ({ signal }) =>
      ask<typeof officeActivityRoutes.listOfficeActivities>(
        'GET',
        '/backstage/activities',
        { pageSize: MAX_CHOICE },
        { signal },
      ),
  })
  const columns: ColumnOf<'entries', OfficeEntry>[] = [
    {
      name: 'title',
      label: t('activityOffice.column.work'),
      sortable: true,
      cell: (row) => (
        <Link to={paths.work(row.workId)}>
          <bdi>{row.title || t('home.noTitle')}</bdi>
        </Link>
      ),
    },
    {
      name: 'creator',
      label: t('activityOffice.column.creator'),
      sortable: true,
      cell: ({ creator }) =>
        creator ? (
          <Link to={paths.creator(creator.id)}>
            <bdi>{creator.nickname || creator.name}</bdi>
          </Link>
        ) : (
          t('app.deletedAccount')
        ),
    },
    {
      name: 'activity',
      label: t('activityOffice.column.activity'),
      sortable: true,
      cell: (row) => <Link to={officeActivityPaths.one(row.activityId)}>{row.activityTitle}</Link>,
    },
    {
      name: 'phase',
      label: t('activityOffice.column.phase'),
      hidden: true,
      cell: ({ phase }) => t(`activities.phases.${phase}`),
    },
    {
      name: 'submittedAt',
      label: t('activityOffice.column.submittedAt'),
      sortable: true,
      cell: (row) => (
        <>
          <time dateTime={row.submittedAt}>{formatTime(row.submittedAt)}</time>
          <span className="office-entry-proof">
            <Link to={paths.compareVersion(row.workId, `${row.version}`)}>
              {t('activityOffice.entry.version', { version: row.version })}
            </Link>
            <ReceiptButton entry={row} />
          </span>
        </>
      ),
    },
    { name: 'scores', label: t('activityOffice.column.scores'), cell: (row) => <EntryScores entry={row} /> },
    {
      name: 'score',
      label: t('activityOffice.column.score'),
      sortable: true,
      number: true,
      cell: ({ score }) => (score === null ? '–' : formatScore(score)),
    },
    { name: 'rank', label: t('activityOffice.column.rank'), number: true, cell: ({ rank }) => rank ?? '–' },
    {
      name: 'prize',
      label: t('activityOffice.column.bonus'),
      number: true,
      hidden: true,
      cell: ({ award }) => award && formatMoney(award.bonus),
    },
    { name: 'standing', label: t('activityOffice.column.standing'), cell: (row) => <EntryDeeds entry={row} /> },
  ]
  return (
    <>
      <PageHeading title={t('activityOffice.entriesTitle')} />
      <OfficeTable
        name="entries"
        label={t('activityOffice.entriesTitle')}
        columns={columns}
        searchLabel={t('activityOffice.entrySearch')}
        filters={[
          {
            name: 'activityId',
            label: t('activityOffice.column.activity'),
            options: activities.data?.items.map(({ id, title }) => ({ value: id, label: title })) ?? [],
          },
          {
            name: 'phase',
            label: t('activityOffice.column.phase'),
            options: activityPhases.map((phase) => ({ value: phase, label: t(`activities.phases.${phase}`) })),
          },
          {
            name: 'disqualified',
            label: t('activityOffice.column.standing'),
            options: [
              { value: 'no', label: t('activityOffice.entry.in') },
              { value: 'yes', label: t('activityOffice.entry.out') },
            ],
          },
        ]}
        load={(asked, signal) =>
          ask<typeof officeActivityRoutes.listOfficeEntries>('GET', '/backstage/activity-works', asked, {
            signal,
          })
        }
        bulk={[
          {
            label: t('activityOffice.disqualify.label'),
            consequence: (count) => t('activityOffice.disqualify.many', { count }),
            done: (count) => t('activityOffice.disqualify.manyDone', { count }),
            asksReason: true,
            run: (wanted) =>
              ask<typeof officeActivityRoutes.disqualifyEntries>(
                'POST',
                '/backstage/activity-works/disqualify',
                wanted,
              ),
          },
        ]}
        nameOf={(row) => row.title || t('home.noTitle')}
        empty={<Notice text={t('activityOffice.noEntries')} />}
      />
    </>
  )
}
