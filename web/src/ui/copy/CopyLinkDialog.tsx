import { useTranslation } from 'react-i18next'
import { Button } from '../Button.js'
import { Dialog } from '../dialogs/Dialog.js'
import { TextField } from '../forms/Field.js'

export default function CopyLinkDialog({ text, close }: { text: string; close: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('share.byHand')} onClose={close}>
      <TextField
        label={t('share.link')}
        hint={t('share.byHandText')}
        value={text}
        readOnly
        autoFocus
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={close}>{t('common.close')}</Button>
    </Dialog>
  )
}
