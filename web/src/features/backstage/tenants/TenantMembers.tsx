import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TenantWithPeople } from '@toile/contracts/tenants/tenants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { formatBytes } from '../../../ui/format.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ConfirmActionDialog } from '../actions/ConfirmActionDialog.js'
import { AddMember } from './AddMember.js'

type Member = TenantWithPeople['people'][number]

export function TenantMembers({
  tenant,
  onSaved,
}: {
  tenant: TenantWithPeople
  onSaved: (tenant: TenantWithPeople) => void
}) {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState<Member>()
  return (
    <section className="tenant-part" aria-labelledby="tenant-people">
      <h3 id="tenant-people">{t('tenants:tenants.members')}</h3>
      {tenant.people.length === 0 ? (
        <p className="muted">{t('tenants:tenants.noMembers')}</p>
      ) : (
        <ul className="tenant-people">
          {tenant.people.map((person) => (
            <li key={person.id}>
              <div>
                <bdi>{person.name}</bdi>
                <p className="muted">
                  {[person.username, person.email, formatBytes(person.usedBytes)].filter(Boolean).join(' · ')}
                </p>
              </div>
              <Button
                className="button-small"
                aria-label={t('tenants:tenants.removeOf', { person: person.name })}
                onClick={() => setLeaving(person)}
              >
                {t('tenants:tenants.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddMember
        tenantId={tenant.id}
        add={async ({ id, name }) => {
          onSaved(await backstageApi.addTenantMember({ id: tenant.id, userId: id }))
          toast('success', t('tenants:tenants.added', { person: name }))
        }}
      />
      {leaving && (
        <ConfirmActionDialog
          title={t('tenants:tenants.removeOf', { person: leaving.name })}
          label={t('tenants:tenants.remove')}
          asksReason
          act={async (reason) => {
            onSaved(await backstageApi.removeTenantMember({ id: tenant.id, userId: leaving.id, reason }))
            toast('success', t('tenants:tenants.removed', { person: leaving.name }))
          }}
          onClose={() => setLeaving(undefined)}
        >
          <p>{t('tenants:tenants.removeMeans', { person: leaving.name })}</p>
        </ConfirmActionDialog>
      )}
    </section>
  )
}
