import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_BATCH_CODES, MAX_BATCH_NOTE_LENGTH, MAX_CODE_DAYS } from '@toile/contracts/software/codes.constants'
import type { ResponseOf } from '@toile/contracts/route'
import { backstageApi } from '../../../lib/backstage-api.js'
import { useFormDraft } from '../../../lib/forms/form-drafts.js'
import { TextField } from '../../../ui/forms/Field.js'
import { formatNumber } from '../../../ui/format.js'
import { ConfirmActionDialog } from '../actions/ConfirmActionDialog.js'
import { CreatedCodes } from './CreatedCodes.js'
import type { Routes } from '@toile/contracts/routes'

const usual = { days: '30', count: '10', note: '' }

export function NewBatch({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [fields, setFields] = useFormDraft('new batch', usual)
  const [createdCodes, setCreatedCodes] = useState<ResponseOf<Routes['createCodes']>>()
  const isMade = useRef(false)
  if (createdCodes) return <CreatedCodes created={createdCodes} onClose={onClose} />
  const number = (name: 'days' | 'count', most: number) => (
    <TextField
      label={t(`codes-backstage:codesBackstage.${name}`)}
      hint={t(`codes-backstage:codesBackstage.${name}Hint`, { most: formatNumber(most) })}
      type="number"
      required
      min={1}
      max={most}
      step={1}
      value={fields[name]}
      onChange={(event) => setFields({ ...fields, [name]: event.target.value })}
    />
  )
  return (
    <ConfirmActionDialog
      title={t('codes-backstage:codesBackstage.add')}
      label={t('codes-backstage:codesBackstage.make')}
      // ActionDialog calls onClose() after `act`. By then, CreatedCodes is shown instead, which must not be closed.
      onClose={() => isMade.current || onClose()}
      act={async (reason) => {
        const { days, count, note } = fields
        const created = await backstageApi.createCodes({ days: Number(days), count: Number(count), note }, { reason })
        isMade.current = true
        setFields(usual)
        setCreatedCodes(created)
      }}
    >
      <p>{t('codes-backstage:codesBackstage.addText')}</p>
      {number('days', MAX_CODE_DAYS)}
      {number('count', MAX_BATCH_CODES)}
      <TextField
        label={t('codes-backstage:codesBackstage.note')}
        hint={t('codes-backstage:codesBackstage.noteHint')}
        maxLength={MAX_BATCH_NOTE_LENGTH}
        value={fields.note}
        onChange={(event) => setFields({ ...fields, note: event.target.value })}
      />
    </ConfirmActionDialog>
  )
}
