import { useTranslation } from 'react-i18next'
import { activityPhases } from '@toile/contracts/activities/activities.constants'
import type { ResponseOf } from '@toile/contracts/route'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Link } from '../../../lib/router.js'
import { ButtonLink } from '../../../ui/Button.js'
import { formatNumber } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { formatMoney } from '../../activities/money.js'
import { formatZonedMoment } from '../../activities/zones.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'
import { NEW, backstageActivityPaths } from './paths.js'
import { ActivityStatusChip } from './ActivityStatusChip.js'
import type { Routes } from '@toile/contracts/routes'

type Row = ResponseOf<Routes['listBackstageActivities']>['items'][number]
const dates = ['startsAt', 'registrationEndsAt', 'submissionEndsAt', 'endsAt'] as const

export function ActivityList() {
  const { t } = useTranslation()
  const columns: ColumnOf<'activities', Row>[] = [
    {
      name: 'title',
      label: t('common.title'),
      cell: (row) => (
        <Link to={backstageActivityPaths.one(row.id)}>
          <bdi>{row.title}</bdi>
        </Link>
      ),
    },
    {
      name: 'phase',
      label: t('activities:history.phase'),
      cell: (row) => <ActivityStatusChip activity={row} />,
    },
    ...dates.map((name): ColumnOf<'activities', Row> => ({
      name,
      label: t(`activities-backstage:moments.${name}`),
      ...(name === 'registrationEndsAt' && { hidden: true }),
      cell: (row) => <time dateTime={row[name]}>{formatZonedMoment(row[name], row.timeZone)}</time>,
    })),
    {
      name: 'participants',
      label: t('activities-backstage:column.participants'),
      number: true,
      cell: (row) => formatNumber(row.participants),
    },
    {
      name: 'works',
      label: t('activities:entries'),
      number: true,
      cell: (row) => <Link to={backstageActivityPaths.entries(row.id)}>{formatNumber(row.works)}</Link>,
    },
    {
      name: 'prize',
      label: t('activities:prize'),
      number: true,
      cell: (row) => formatMoney(row.prize),
    },
  ]
  return (
    <>
      <PageHeading title={t('activities-backstage:title')} />
      <BackstageTable
        name="activities"
        label={t('activities-backstage:title')}
        columns={columns}
        searchLabel={t('activities-backstage:search')}
        filters={[
          {
            name: 'phase',
            label: t('activities:history.phase'),
            options: [
              { value: 'unannounced', label: t('activities-backstage:unannounced') },
              ...activityPhases.map((phase) => ({ value: phase, label: t(`activities:phases.${phase}`) })),
            ],
          },
        ]}
        load={(asked, signal) => backstageApi.listBackstageActivities(asked, { signal })}
        nameOf={(row) => row.title}
        empty={<Notice text={t('activities-backstage:empty')} />}
      >
        <ButtonLink variant="filled" to={backstageActivityPaths.one(NEW)}>
          {t('activities-backstage:new')}
        </ButtonLink>
      </BackstageTable>
    </>
  )
}
