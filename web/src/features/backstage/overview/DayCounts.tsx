import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../ui/format.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { Sparkline } from '../queues/Sparkline.js'

export function DayCounts({ title, days }: { title: string; days: readonly number[] | undefined }) {
  const { t } = useTranslation()
  if (!days) return <Skeleton height={70} />
  const words = t('backstage:overview.days', {
    total: formatNumber(days.reduce((sum, count) => sum + count, 0)),
    days: days.length,
    most: formatNumber(Math.max(...days)),
  })
  const points = days.map((value, i) => ({ at: i / (days.length - 1), value }))
  return (
    <div className="day-counts" title={words}>
      <p className="figure">
        {formatNumber(days.at(-1)!)} <small>{t('backstage:overview.today')}</small>
      </p>
      <Sparkline label={`${title}: ${words}`} points={points} gap={1} marks={[]} />
    </div>
  )
}
