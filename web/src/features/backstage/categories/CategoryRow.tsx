import { useTranslation } from 'react-i18next'
import type { OfficeCategory } from '@toile/contracts/categories'
import { Button } from '../../../ui/Button.js'
import { formatNumber } from '../../../ui/format.js'

/** One category in the list, with what can be done to it; without `up` it is the first, without `down` the last. */
export function CategoryRow({
  category,
  name,
  isBusy,
  up,
  down,
  rename,
  hide,
}: {
  category: OfficeCategory
  /** In the reader's language. */
  name: string
  isBusy: boolean
  up?: () => void
  down?: () => void
  rename: () => void
  hide: () => void
}) {
  const { t } = useTranslation()
  const { hidden, names, slug, works } = category
  return (
    <tr data-hidden={hidden || undefined}>
      <td lang="zh-CN">{names['zh-CN']}</td>
      <td lang="en">{names.en}</td>
      <td>
        <code>{slug}</code>
      </td>
      <td data-number>{formatNumber(works)}</td>
      <td>{t(hidden ? 'categories.hidden' : 'categories.shown')}</td>
      <td>
        <div className="category-deeds">
          <Button
            className="button-small"
            aria-label={t('categories.up', { name })}
            disabled={!up || isBusy}
            onClick={up}
          >
            ↑
          </Button>
          <Button
            className="button-small"
            aria-label={t('categories.down', { name })}
            disabled={!down || isBusy}
            onClick={down}
          >
            ↓
          </Button>
          <Button className="button-small" aria-label={t('categories.renameTitle', { name })} onClick={rename}>
            {t('categories.rename')}
          </Button>
          <Button
            className="button-small"
            aria-label={hidden ? `${t('categories.show')} ${name}` : t('categories.hideTitle', { name })}
            disabled={isBusy}
            onClick={hide}
          >
            {t(hidden ? 'categories.show' : 'categories.hide')}
          </Button>
        </div>
      </td>
    </tr>
  )
}
