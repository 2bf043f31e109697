import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackstageUser } from '@toile/contracts/users/users-backstage'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Field, TextField } from '../../../ui/forms/Field.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ConfirmActionDialog } from '../actions/ConfirmActionDialog.js'
import { inDays } from './user-actions.js'

const days = [1, 7, 30, 90, 365] as const
const FIRST_DAYS = 7

/** Asks for how long and why, then shuts somebody out. */
export function BanDialog({ user, onClose }: { user: BackstageUser; onClose: () => void }) {
  const { t } = useTranslation()
  // A number of days, `date` or `never`.
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
      <Field
        label={t('users-backstage:banFor')}
        control={(ids) => (
          <select {...ids} className="input" value={span} onChange={(event) => setSpan(event.target.value)}>
            {days.map((count) => (
              <option key={count} value={count}>
                {t('users-backstage:banDays', { count })}
              </option>
            ))}
            <option value="date">{t('users-backstage:banUntil')}</option>
            <option value="never">{t('users-backstage:banForGood')}</option>
          </select>
        )}
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
