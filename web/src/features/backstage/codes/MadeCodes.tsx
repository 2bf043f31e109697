import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { backstageCodeRoutes } from '@toile/contracts/software/codes'
import type { ResponseOf } from '@toile/contracts/route'
import { saveBlob } from '../../../lib/save-blob.js'
import { copyText } from '../../../lib/secure-context.js'
import { Button } from '../../../ui/Button.js'
import { Dialog } from '../../../ui/dialogs/Dialog.js'
import { TextArea } from '../../../ui/forms/Field.js'

/** The codes of a new batch, the one time that they can be read. It asks before they are lost. */
export function MadeCodes({
  made: { batch, codes, csv },
  onClose,
}: {
  made: ResponseOf<typeof backstageCodeRoutes.createCodes>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [kept, setKept] = useState<'copied' | 'saved'>()
  const [isWarned, setWarned] = useState(false)
  const text = codes.map(({ code }) => code).join('\n')
  const close = () => (kept || isWarned ? onClose() : setWarned(true))
  const box = useRef<HTMLDivElement>(null)
  const copy = async () => {
    if (await copyText(text)) setKept('copied')
    else box.current?.querySelector('textarea')?.focus()
  }
  return (
    <Dialog title={t('codesBackstage.madeTitle', { count: codes.length })} onClose={close}>
      <p className="codes-once">{t('codesBackstage.once')}</p>
      <div ref={box}>
        <TextArea
          label={t('codesBackstage.theCodes')}
          className="input codes-made"
          rows={Math.min(10, codes.length + 1)}
          readOnly
          value={text}
          onFocus={(event) => event.target.select()}
        />
      </div>
      {isWarned && !kept && (
        <p className="field-error" role="alert">
          {t('codesBackstage.notKept')}
        </p>
      )}
      <div className="dialog-end">
        <Button onClick={() => void copy()}>
          {t(kept === 'copied' ? 'codesBackstage.copied' : 'codesBackstage.copy')}
        </Button>
        <Button
          look={kept ? 'plain' : 'filled'}
          onClick={() => {
            saveBlob(new Blob([csv], { type: 'text/csv' }), `s-codes-${batch.id}.csv`)
            setKept('saved')
          }}
        >
          {t(kept === 'saved' ? 'codesBackstage.saved' : 'codesBackstage.save')}
        </Button>
        <Button look={kept ? 'filled' : 'plain'} onClick={close}>
          {t(isWarned && !kept ? 'codesBackstage.loseThem' : 'codesBackstage.done')}
        </Button>
      </div>
    </Dialog>
  )
}
