import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.js'
import { ReasonField } from './ReasonField.js'

interface SaveBarProps {
  form: { isUnsaved: boolean; isBusy: boolean; reasonField: ComponentProps<typeof ReasonField> }
}

export function SaveBar({ form: { isUnsaved, isBusy, reasonField } }: SaveBarProps) {
  const { t } = useTranslation()
  return (
    <>
      {isUnsaved && <ReasonField {...reasonField} />}
      <div className="content-save">
        <Button type="submit" variant="filled" busy={isBusy} disabled={!isUnsaved}>
          {t('common.save')}
        </Button>
        <span className="muted" role="status">
          {isUnsaved ? t('common.unsaved') : ''}
        </span>
      </div>
    </>
  )
}
