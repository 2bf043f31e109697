import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { GridItem } from '@toile/contracts/layouts/grid'
import { countedKinds } from '@toile/contracts/backstage/backstage.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Link } from '../../../lib/router.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { useQueues } from '../queues/use-queues.js'
import { DayCounts } from './DayCounts.js'
import { LatestAlerts } from './LatestAlerts.js'
import { LatestActions } from './LatestActions.js'
import { backstagePaths } from '../backstage-paths.js'
import { QueueOverview } from './QueueOverview.js'
import { StorageTotal } from './StorageTotal.js'
import { Widgets } from '../widgets/Widgets.js'
import './overview.css'

const ASK_EVERY_MS = 60_000

const usual: readonly GridItem[] = [
  { i: 'queues', x: 0, y: 0, w: 6, h: 3 },
  { i: 'users', x: 6, y: 0, w: 3, h: 1 },
  { i: 'works', x: 9, y: 0, w: 3, h: 1 },
  { i: 'uploads', x: 6, y: 1, w: 3, h: 1 },
  { i: 'renders', x: 9, y: 1, w: 3, h: 1 },
  { i: 'storage', x: 6, y: 2, w: 6, h: 1 },
  { i: 'alerts', x: 0, y: 3, w: 6, h: 2 },
  { i: 'actions', x: 6, y: 3, w: 6, h: 2 },
]

export function BackstagePage() {
  const { t } = useTranslation()
  const queues = useQueues()
  const numbers = useQuery({
    queryKey: ['backstage', 'overview'],
    queryFn: ({ signal }) => backstageApi.getOverview({}, { signal }),
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
  })
  return (
    <>
      <PageHeading title={t('backstage:overview.title')} />
      {numbers.isError && !numbers.data && <LoadFailed text={t('backstage:overview.failed')} of={numbers} />}
      <Widgets
        page="overview"
        usual={usual}
        widgets={[
          {
            i: 'queues',
            title: t('backstage:overview.queues'),
            aside: <Link to={backstagePaths.queues()}>{t('backstage:overview.toQueues')}</Link>,
            content: <QueueOverview queues={queues} />,
          },
          ...countedKinds.map((kind) => ({
            i: kind,
            title: t(`backstage:overview.${kind}`),
            content: <DayCounts title={t(`backstage:overview.${kind}`)} days={numbers.data?.[kind]} />,
          })),
          {
            i: 'storage',
            title: t('backstage:overview.storage'),
            content: <StorageTotal storage={numbers.data?.storage} />,
          },
          { i: 'alerts', title: t('backstage:overview.alerts'), content: <LatestAlerts /> },
          {
            i: 'actions',
            title: t('backstage:overview.actions'),
            aside: <Link to={backstagePaths.audit()}>{t('backstage:overview.toAudit')}</Link>,
            content: <LatestActions />,
          },
        ]}
      />
    </>
  )
}
