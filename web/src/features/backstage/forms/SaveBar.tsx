import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.js'

/** The end of a form: whether all is saved, and the button that does it. */
export function SaveBar({ isUnsaved, isBusy }: { isUnsaved: boolean; isBusy: boolean }) {
  const { t } = useTranslation()
  return (
    <div className="content-save">
      <Button type="submit" look="filled" busy={isBusy} disabled={!isUnsaved}>
        {t('content.save')}
      </Button>
      <span className="muted" role="status">
        {isUnsaved ? t('content.unsaved') : ''}
      </span>
    </div>
  )
}
