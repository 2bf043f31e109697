import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { activityLimits } from '@toile/contracts/activities/activities.constants'
import { Button } from '../../../ui/Button.js'
import { FieldGroup, TextField } from '../../../ui/forms/Field.js'
import { UserLink } from '../../creators/UserLink.js'
import { useUserSearch } from '../users/use-user-search.js'
import type { FormParts } from './ActivityForm.js'

export function JurorsField({ draft: { jurors }, edit, errorsOf, locked }: FormParts) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const found = useUserSearch(typed)
  const isLocked = locked['jurorIds'] !== undefined
  const others = found.users?.filter(({ id }) => jurors.every((juror) => juror.id !== id)) ?? []
  return (
    <FieldGroup
      label={t('activities-backstage:field.jurors')}
      hint={locked['jurorIds'] ?? t('activities-backstage:hint.jurors')}
      errors={errorsOf('jurorIds')}
    >
      <ul className="activity-form-people">
        {jurors.map((juror) => (
          <li key={juror.id}>
            <UserLink user={juror} />
            <Button
              variant="quiet"
              className="button-small"
              disabled={isLocked}
              aria-label={t('activities-backstage:removeNamed', { name: juror.nickname || juror.name })}
              onClick={() => edit({ jurors: jurors.filter(({ id }) => id !== juror.id) })}
            >
              {t('common.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <TextField
        label={t('activities-backstage:field.findJuror')}
        type="search"
        autoComplete="off"
        maxLength={80}
        disabled={isLocked || jurors.length >= activityLimits.maxJurors}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {typed.trim() !== '' && (
        <ul className="activity-form-people" aria-label={t('activities-backstage:found')} aria-busy={found.isFetching}>
          {others.map(({ id, name, username, avatarUrl }) => (
            <li key={id}>
              <span>
                <bdi>{name}</bdi> <span className="muted">@{username}</span>
              </span>
              <Button
                className="button-small"
                aria-label={t('activities-backstage:addNamed', { name })}
                onClick={() => {
                  edit({ jurors: [...jurors, { id, name: username, nickname: name, avatarUrl }] })
                  setTyped('')
                }}
              >
                {t('activities-backstage:add')}
              </Button>
            </li>
          ))}
          {found.users && others.length === 0 && <li className="muted">{t('activities-backstage:nobody')}</li>}
          {found.error && <li className="field-error">{found.error.message}</li>}
        </ul>
      )}
    </FieldGroup>
  )
}
