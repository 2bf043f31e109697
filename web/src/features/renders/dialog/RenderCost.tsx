import { useTranslation } from 'react-i18next'
import { DescriptionList } from '../../../ui/DescriptionList.js'
import { duration } from '../durations.js'
import type { LiveRender } from '../live-render.js'

export function RenderCost({ render: { costSeconds, workers } }: { render: LiveRender }) {
  const { t } = useTranslation()
  return (
    <section className="render-facts">
      <h3>{t('renders.cost')}</h3>
      <p className="tabular">
        {costSeconds > 0 ? t('renders.costTotal', { time: duration(t, costSeconds) }) : t('renders.noCost')}
      </p>
      {workers.length > 0 && (
        <DescriptionList
          rows={workers.map(({ name, seconds, chunks }) => [
            name,
            t('renders.costOf', { count: chunks, time: duration(t, seconds) }),
          ])}
        />
      )}
    </section>
  )
}
