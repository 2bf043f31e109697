import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Tenant, TenantWithPeople } from '@toile/contracts/tenants/tenants'
import { MAX_TENANT_CONTACT_LENGTH, tenantNameLength } from '@toile/contracts/tenants/tenants.constants'
import { textWithin } from '../../../lib/forms/api-form.js'
import { Button } from '../../../ui/Button.js'
import { TextField } from '../../../ui/forms/Field.js'
import { ReasonField } from '../forms/ReasonField.js'
import { useBackstageForm } from '../forms/use-backstage-form.js'
import '../../tenants/tenants.css'

const GIGABYTE = 1024 ** 3
const first = { name: '', contact: '', storage: { limitBytes: 100 * GIGABYTE }, renders: { limit: 1_000 } }

interface Fields {
  name: string
  contact?: string
  storageBytes: number
  rendersPerMonth: number
}

export function TenantForm({
  tenant = first,
  label,
  cancel,
  send,
  onSaved,
}: {
  tenant?: Pick<Tenant, 'name' | 'contact'> & { storage: { limitBytes: number }; renders: { limit: number } }
  label: string
  cancel?: () => void
  send: (fields: Fields, options: { reason: string }) => Promise<TenantWithPeople>
  onSaved: (tenant: TenantWithPeople) => void
}) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useBackstageForm({
    values: {
      name: tenant.name,
      contact: tenant.contact,
      storageBytes: String(Number((tenant.storage.limitBytes / GIGABYTE).toFixed(2))),
      rendersPerMonth: String(tenant.renders.limit),
    },
    draftKey: `tenant ${tenant.name}`,
    send: ({ name, contact, storageBytes, rendersPerMonth }, _, options) =>
      send(
        {
          name,
          ...(contact.trim() && { contact }),
          storageBytes: Math.round(Number(storageBytes) * GIGABYTE),
          rendersPerMonth: Number(rendersPerMonth),
        },
        options,
      ),
    onSent(saved) {
      queryClient.setQueryData(['backstage', 'tenant', saved.id], saved)
      onSaved(saved)
    },
  })
  const isNumber = (typed: string) => (typed.trim() !== '' && Number(typed) >= 0) || t('tenants:tenants.number')

  return (
    <form className="tenant-form" {...form.formProps}>
      <TextField
        label={t('common.name')}
        maxLength={tenantNameLength.max}
        autoComplete="off"
        {...form.field('name', { validate: textWithin(tenantNameLength) })}
      />
      <TextField
        label={t('tenants:tenants.contact')}
        hint={t('tenants:tenants.contactHint')}
        maxLength={MAX_TENANT_CONTACT_LENGTH}
        autoComplete="off"
        {...form.field('contact')}
      />
      <div className="tenant-form-pair">
        <TextField
          label={t('tenants:tenants.gigabytes')}
          inputMode="decimal"
          {...form.field('storageBytes', { validate: isNumber })}
        />
        <TextField
          label={t('tenants:tenants.perMonth')}
          inputMode="numeric"
          {...form.field('rendersPerMonth', { validate: isNumber })}
        />
      </div>
      <p className="muted action-noted">{t('tenants:tenants.quotaHint')}</p>
      {form.isUnsaved && !cancel && <ReasonField {...form.reasonField} />}
      <div className="dialog-end">
        {cancel && <Button onClick={cancel}>{t('common.cancel')}</Button>}
        <Button type="submit" variant="filled" busy={form.isBusy}>
          {label}
        </Button>
      </div>
    </form>
  )
}
