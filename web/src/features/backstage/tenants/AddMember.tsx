import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonFound } from '@toile/contracts/backstage/backstage'
import { Button } from '../../../ui/Button.js'
import { TextField } from '../../../ui/forms/Field.js'
import { refetchBackstage } from '../actions/refetch-backstage.js'
import { useUserSearch } from '../users/use-user-search.js'

export function AddMember({ tenantId, add }: { tenantId: string; add: (person: PersonFound) => Promise<unknown> }) {
  const { t } = useTranslation()
  const adding = useMutation({ mutationFn: add, onSettled: refetchBackstage })
  const [typed, setTyped] = useState('')
  const { users: found } = useUserSearch(typed)
  return (
    <>
      <TextField
        type="search"
        label={t('tenants:tenants.find')}
        value={typed}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      {found?.length === 0 && <p className="muted">{t('tenants:tenants.findNone')}</p>}
      {found && found.length > 0 && (
        <ul className="tenant-people">
          {found.map((person) => (
            <li key={person.id}>
              <div>
                <bdi>{person.name}</bdi>
                <p className="muted">{[person.username, person.email].filter(Boolean).join(' · ')}</p>
              </div>
              {person.tenant ? (
                <span className="muted">
                  {person.tenant.id === tenantId
                    ? t('tenants:tenants.isHere')
                    : t('tenants:tenants.isIn', { tenant: person.tenant.name })}
                </span>
              ) : (
                <Button className="button-small" busy={adding.isPending} onClick={() => adding.mutate(person)}>
                  {t('tenants:tenants.addMember')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
