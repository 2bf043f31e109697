import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.js'
import { formatNumber } from '../../../ui/format.js'

/** Which rows of how many these are, and the way to the others. */
export function Pager({
  page,
  pageSize,
  total,
  set,
}: {
  page: number
  pageSize: number
  total: number
  set: (changes: Record<string, string | undefined>) => void
}) {
  const { t } = useTranslation()
  const last = Math.max(1, Math.ceil(total / pageSize))
  const to = (wanted: number) => set({ page: wanted > 1 ? `${wanted}` : undefined })
  if (total === 0) return null
  return (
    <nav className="backstage-more" aria-label={t('backstage:table.pages')}>
      <Button disabled={page <= 1} onClick={() => to(Math.min(page - 1, last))}>
        {t('backstage:table.before')}
      </Button>
      <Button disabled={page >= last} onClick={() => to(page + 1)}>
        {t('backstage:table.after')}
      </Button>
      <span className="muted tabular" role="status">
        {t('backstage:table.range', {
          from: formatNumber(Math.min((page - 1) * pageSize + 1, total)),
          to: formatNumber(Math.min(page * pageSize, total)),
          total: formatNumber(total),
        })}
      </span>
    </nav>
  )
}
