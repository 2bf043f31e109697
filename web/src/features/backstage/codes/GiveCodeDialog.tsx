import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { backstageApi } from '../../../lib/backstage-api.js'
import { TextField } from '../../../ui/forms/Field.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ConfirmActionDialog } from '../actions/ConfirmActionDialog.js'
import { useUserSearch } from '../users/use-user-search.js'

export function GiveCodeDialog({
  code: { id, hint },
  onClose,
}: {
  code: { id: string; hint: string }
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const [userId, setUserId] = useState('')
  const { users: people, isPlaceholderData, error, refetch } = useUserSearch(words)
  const chosen = people?.find((person) => person.id === userId)
  return (
    <ConfirmActionDialog
      title={t('codes-backstage:codesBackstage.giveTitle', { hint })}
      label={t('codes-backstage:codesBackstage.give')}
      disabled={!chosen}
      onClose={onClose}
      act={async (reason) => {
        const to = { userId: chosen!.id }
        await backstageApi.giveCode({ id, ...to }, { reason })
        toast('success', t('codes-backstage:codesBackstage.gave', { name: chosen!.name }))
      }}
    >
      <p>{t('codes-backstage:codesBackstage.giveText')}</p>
      <TextField
        label={t('codes-backstage:codesBackstage.person')}
        type="search"
        maxLength={100}
        autoFocus
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {error && <LoadFailed text={t('backstage:table.failed')} of={{ error, refetch }} />}
      <fieldset className="people-found">
        <legend className="visually-hidden">{t('codes-backstage:codesBackstage.people')}</legend>
        {people?.map((person) => (
          <label key={person.id} className="person-found">
            <input type="radio" name="person" checked={person.id === userId} onChange={() => setUserId(person.id)} />
            <span>
              <bdi>{person.name}</bdi>{' '}
              <span className="muted">{[person.username, person.email].filter(Boolean).join(' · ')}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {people?.length === 0 && !isPlaceholderData && <p role="status">{t('codes-backstage:codesBackstage.nobody')}</p>}
    </ConfirmActionDialog>
  )
}
