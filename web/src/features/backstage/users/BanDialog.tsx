import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackstageUser } from '@toile/contracts/users/users-backstage'
import { backstageApi } from '../../../lib/backstage-api.js'
import { SelectField } from '../../../ui/antd/SelectField.js'
import { TextField } from '../../../ui/forms/Field.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ConfirmActionDialog } from '../actions/ConfirmActionDialog.js'
import { inDays } from './user-actions.js'

const days = [1, 7, 30, 90, 365] as const
const FIRST_DAYS = 7

export function BanDialog({ user, onClose }: { user: BackstageUser; onClose: () => void }) {
  const { t } = useTranslation()
  // The value is a number of days, `date` or `never`.
  const [span, setSpan] = useState(`${FIRST_DAYS}`)
  const [date, setDate] = useState('')
  const name = user.nickname || user.name
  const until = span === 'never' ? span : span === 'date' ? date && new Date(date).toISOString() : inDays(Number(span))
  const act = async (reason: string) => {
    await backstageApi.banUser({ id: user.id, reason, until })
    toast('success', t('users-backstage:doneBan', { name }))
  }
  const label = t(user.ban ? 'users-backstage:changeBan' : 'users-backstage:ban')
  return (
    <ConfirmActionDialog
      title={`${label}: ${name}`}
      label={label}
      asksReason
      disabled={!until}
      act={act}
      onClose={onClose}
    >
      <p>{t('users-backstage:banMeans')}</p>
      <SelectField
        label={t('users-backstage:banFor')}
        value={span}
        options={[
          ...days.map((count) => ({ value: `${count}`, label: t('users-backstage:banDays', { count }) })),
          { value: 'date', label: t('users-backstage:banUntil') },
          { value: 'never', label: t('users-backstage:banForGood') },
        ]}
        onChange={setSpan}
      />
      {span === 'date' && (
        <TextField
          label={t('users-backstage:banEnd')}
          type="datetime-local"
          required
          value={date}
          onChange={(event) => setDate(event.target.value)}
        />
      )}
    </ConfirmActionDialog>
  )
}
