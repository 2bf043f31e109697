import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.js'

/** What can be done to a category; without `up` it is the first, without `down` the last. */
export function CategoryActions({
  hidden,
  name,
  isBusy,
  up,
  down,
  rename,
  hide,
}: {
  hidden: boolean
  /** In the reader's language. */
  name: string
  isBusy: boolean
  up?: () => void
  down?: () => void
  rename: () => void
  hide: () => void
}) {
  const { t } = useTranslation()
  return (
    <div className="category-actions">
      <Button className="button-small" aria-label={t('categories.up', { name })} disabled={!up || isBusy} onClick={up}>
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
  )
}
