import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '@toile/contracts/route'
import { saveBlob } from '../../../lib/save-blob.js'
import { copyText } from '../../../lib/secure-context.js'
import { Button } from '../../../ui/Button.js'
import { Modal } from '../../../ui/antd/Modal.js'
import { TextArea } from '../../../ui/forms/Field.js'
import { ProblemText } from '../../../ui/ProblemText.js'
import type { Routes } from '@toile/contracts/routes'

/** Shows the codes of a new batch only once. If they were not copied or saved, the first attempt to close warns. */
export function CreatedCodes({
  created: { batch, codes, csv },
  onClose,
}: {
  created: ResponseOf<Routes['createCodes']>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [saved, setSaved] = useState<'copied' | 'saved'>()
  const [isWarned, setWarned] = useState(false)
  const text = codes.map(({ code }) => code).join('\n')
  const close = () => (saved || isWarned ? onClose() : setWarned(true))
  const box = useRef<HTMLDivElement>(null)
  const copy = async () => {
    if (await copyText(text)) setSaved('copied')
    else box.current?.querySelector('textarea')?.focus()
  }
  return (
    <Modal title={t('codes-backstage:codesBackstage.madeTitle', { count: codes.length })} onClose={close}>
      <p className="codes-once">{t('codes-backstage:codesBackstage.once')}</p>
      <div ref={box}>
        <TextArea
          label={t('codes-backstage:codesBackstage.theCodes')}
          className="input codes-made"
          rows={Math.min(10, codes.length + 1)}
          readOnly
          value={text}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <ProblemText text={isWarned && !saved && t('codes-backstage:codesBackstage.notKept')} />
      <div className="dialog-end">
        <Button onClick={() => void copy()}>
          {t(saved === 'copied' ? 'share.done' : 'codes-backstage:codesBackstage.copy')}
        </Button>
        <Button
          variant={saved ? 'plain' : 'filled'}
          onClick={() => {
            saveBlob(new Blob([csv], { type: 'text/csv' }), `s-codes-${batch.id}.csv`)
            setSaved('saved')
          }}
        >
          {t(saved === 'saved' ? 'codes-backstage:codesBackstage.saved' : 'codes-backstage:codesBackstage.save')}
        </Button>
        <Button variant={saved ? 'filled' : 'plain'} onClick={close}>
          {t(isWarned && !saved ? 'codes-backstage:codesBackstage.loseThem' : 'common.close')}
        </Button>
      </div>
    </Modal>
  )
}
