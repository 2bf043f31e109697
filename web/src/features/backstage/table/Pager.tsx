import Pagination from 'antd/es/pagination'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../ui/format.js'
import type { SetTable } from './use-table.js'

export function Pager({
  page,
  pageSize,
  total,
  set,
}: {
  page: number
  pageSize: number
  total: number
  set: SetTable
}) {
  const { t } = useTranslation()
  if (total === 0) return null
  return (
    <nav aria-label={t('backstage:table.pages')}>
      <Pagination
        current={page}
        pageSize={pageSize}
        total={total}
        showSizeChanger={false}
        onChange={(wanted) => set({ page: wanted > 1 ? `${wanted}` : undefined })}
        showTotal={(_total, [from, to]) => (
          <span className="muted tabular" role="status">
            {t('backstage:table.range', { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })}
          </span>
        )}
      />
    </nav>
  )
}
