import { useTranslation } from 'react-i18next'
import type { officeActivityRoutes } from '@toile/contracts/activities-office'
import { activityPhases } from '@toile/contracts/activities.constants'
import type { Answer } from '@toile/contracts/route'
import { ask } from '../../../api.js'
import { Link } from '../../../router.js'
import { ButtonLink } from '../../../ui/Button.js'
import { formatNumber } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { formatMoney } from '../../activities/money.js'
import { formatZonedMoment } from '../../activities/zones.js'
import { OfficeTable } from '../table/OfficeTable.js'
import type { ColumnOf } from '../table/table.js'
import { NEW, officeActivityPaths } from './paths.js'
import { StandingChip } from './StandingChip.js'

type Row = Answer<typeof officeActivityRoutes.listOfficeActivities>['items'][number]
const dates = ['startsAt', 'registrationEndsAt', 'submissionEndsAt', 'endsAt'] as const

/** All activities, announced or not. */
export function ActivityList() {
  const { t } = useTranslation()
  const columns: ColumnOf<'activities', Row>[] = [
    {
      name: 'title',
      label: t('activityOffice.column.title'),
      sortable: true,
      cell: (row) => (
        <Link to={officeActivityPaths.one(row.id)}>
          <bdi>{row.title}</bdi>
        </Link>
      ),
    },
    { name: 'phase', label: t('activityOffice.column.phase'), cell: (row) => <StandingChip activity={row} /> },
    ...dates.map((name): ColumnOf<'activities', Row> => ({
      name,
      label: t(`activityOffice.moments.${name}`),
      sortable: true,
      ...(name === 'registrationEndsAt' && { hidden: true }),
      cell: (row) => <time dateTime={row[name]}>{formatZonedMoment(row[name], row.timeZone)}</time>,
    })),
    {
      name: 'participants',
      label: t('activityOffice.column.participants'),
      sortable: true,
      number: true,
      cell: (row) => formatNumber(row.participants),
    },
    {
      name: 'works',
      label: t('activityOffice.column.works'),
      sortable: true,
      number: true,
      cell: (row) => <Link to={officeActivityPaths.entries(row.id)}>{formatNumber(row.works)}</Link>,
    },
    {
      name: 'prize',
      label: t('activityOffice.column.prize'),
      number: true,
      cell: (row) => formatMoney(row.prize),
    },
  ]
  return (
    <>
      <PageHeading title={t('activityOffice.title')} />
      <OfficeTable
        name="activities"
        label={t('activityOffice.title')}
        columns={columns}
        searchLabel={t('activityOffice.search')}
        filters={[
          {
            name: 'phase',
            label: t('activityOffice.column.phase'),
            options: [
              { value: 'unannounced', label: t('activityOffice.unannounced') },
              ...activityPhases.map((phase) => ({ value: phase, label: t(`activities.phases.${phase}`) })),
            ],
          },
        ]}
        load={(asked, signal) =>
          ask<typeof officeActivityRoutes.listOfficeActivities>('GET', '/backstage/activities', asked, { signal })
        }
        nameOf={(row) => row.title}
        empty={<Notice text={t('activityOffice.empty')} />}
      >
        <ButtonLink look="filled" to={officeActivityPaths.one(NEW)}>
          {t('activityOffice.make')}
        </ButtonLink>
      </OfficeTable>
    </>
  )
}
