import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Tenant, TenantWithPeople } from '@toile/contracts/tenants/tenants'
import { MAX_TENANT_CONTACT_LENGTH, tenantNameLength } from '@toile/contracts/tenants/tenants.constants'
import type { Done, Failed } from '../../../lib/request.js'
import { Button } from '../../../ui/Button.js'
import { TextField } from '../../../ui/forms/Field.js'
import { Form } from '../../../ui/forms/Form.js'
import { useEdits } from '../forms/use-edits.js'
import { ReasonField } from '../forms/ReasonField.js'
import '../../tenants/tenants.css'

const GIGABYTE = 1024 ** 3
const first = { name: '', contact: '', storage: { limitBytes: 100 * GIGABYTE }, renders: { limit: 1_000 } }

interface Fields {
  name: string
  /** Left out where it is empty. */
  contact?: string
  storageBytes: number
  rendersPerMonth: number
}

/** Name, contact and quota of a tenant, new or as it is. What the server refuses stands at its field. */
export function TenantForm({
  tenant = first,
  label,
  cancel,
  send,
  onSaved,
}: {
  tenant?: Pick<Tenant, 'name' | 'contact'> & { storage: { limitBytes: number }; renders: { limit: number } }
  /** Of the button. */
  label: string
  cancel?: () => void
  send: (fields: Fields, options: { reason: string }) => Promise<Done<TenantWithPeople> | Failed>
  onSaved: (tenant: TenantWithPeople) => void
}) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useEdits(
    {
      name: tenant.name,
      contact: tenant.contact,
      storageBytes: String(Number((tenant.storage.limitBytes / GIGABYTE).toFixed(2))),
      rendersPerMonth: String(tenant.renders.limit),
    },
    `tenant ${tenant.name}`,
  )
  const { values } = form

  async function save() {
    const { name, contact, storageBytes, rendersPerMonth } = values
    const wrong = Object.entries({ storageBytes, rendersPerMonth }).filter(
      ([, typed]) => typed.trim() === '' || !(Number(typed) >= 0),
    )
    if (wrong.length > 0)
      return form.setErrors(Object.fromEntries(wrong.map(([field]) => [field, [t('tenants:tenants.number')]])))
    const saved = await form.save((_, options) =>
      send(
        {
          name,
          ...(contact.trim() && { contact }),
          storageBytes: Math.round(Number(storageBytes) * GIGABYTE),
          rendersPerMonth: Number(rendersPerMonth),
        },
        options,
      ),
    )
    if (!saved) return
    queryClient.setQueryData(['backstage', 'tenant', saved.id], saved)
    onSaved(saved)
  }

  return (
    <Form className="tenant-form" noValidate submit={save}>
      <TextField
        label={t('tenants:tenants.name')}
        maxLength={tenantNameLength.max}
        autoComplete="off"
        {...form.text('name')}
      />
      <TextField
        label={t('tenants:tenants.contact')}
        hint={t('tenants:tenants.contactHint')}
        maxLength={MAX_TENANT_CONTACT_LENGTH}
        autoComplete="off"
        {...form.text('contact')}
      />
      <div className="tenant-form-pair">
        <TextField label={t('tenants:tenants.gigabytes')} inputMode="decimal" {...form.text('storageBytes')} />
        <TextField label={t('tenants:tenants.perMonth')} inputMode="numeric" {...form.text('rendersPerMonth')} />
      </div>
      <p className="muted action-noted">{t('tenants:tenants.quotaHint')}</p>
      {form.isUnsaved && !cancel && <ReasonField {...form.reasonField} />}
      <div className="dialog-end">
        {cancel && <Button onClick={cancel}>{t('backstage:action.cancel')}</Button>}
        <Button type="submit" variant="filled" busy={form.isBusy}>
          {label}
        </Button>
      </div>
    </Form>
  )
}
