import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.js'
import { ReasonField } from './ReasonField.js'
import type { useEdits } from './use-edits.js'

/** The end of a form: whether all is saved, why it is changed, and the button that saves. */
export function SaveBar({ form }: { form: Pick<ReturnType<typeof useEdits>, 'isUnsaved' | 'isBusy' | 'reasonField'> }) {
  const { t } = useTranslation()
  const { isUnsaved, isBusy, reasonField } = form
  return (
    <>
      {isUnsaved && <ReasonField {...reasonField} />}
      <div className="content-save">
        <Button type="submit" variant="filled" busy={isBusy} disabled={!isUnsaved}>
          {t('content-backstage:content.save')}
        </Button>
        <span className="muted" role="status">
          {isUnsaved ? t('content-backstage:content.unsaved') : ''}
        </span>
      </div>
    </>
  )
}
