import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.js'

/** The first category has no `up`, and the last one has no `down`. */
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
      <Button
        className="button-small"
        aria-label={t('tenants:categories.up', { name })}
        disabled={!up || isBusy}
        onClick={up}
      >
        ↑
      </Button>
      <Button
        className="button-small"
        aria-label={t('tenants:categories.down', { name })}
        disabled={!down || isBusy}
        onClick={down}
      >
        ↓
      </Button>
      <Button className="button-small" aria-label={t('tenants:categories.renameTitle', { name })} onClick={rename}>
        {t('tenants:categories.rename')}
      </Button>
      <Button
        className="button-small"
        aria-label={hidden ? `${t('tenants:categories.show')} ${name}` : t('tenants:categories.hideTitle', { name })}
        disabled={isBusy}
        onClick={hide}
      >
        {t(hidden ? 'tenants:categories.show' : 'common.hide')}
      </Button>
    </div>
  )
}
