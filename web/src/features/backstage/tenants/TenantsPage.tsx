import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '@toile/contracts/ids'
import type { Tenant } from '@toile/contracts/tenants/tenants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { Modal } from '../../../ui/antd/Modal.js'
import { formatDate, formatNumber } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { TextButton } from '../../../ui/TextButton.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'
import { Usage } from '../../tenants/Usage.js'
import { useOpened } from '../use-opened.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'

await loadNamespaces('tenants')

const TenantDrawer = lazy(() => import('./TenantDrawer.js'))
const TenantForm = lazy(async () => ({ default: (await import('./TenantForm.js')).TenantForm }))

export function TenantsPage() {
  const { t } = useTranslation()
  const [isMaking, setMaking] = useState(false)
  const [opened, open] = useOpened('tenant')
  const columns: ColumnOf<'tenants', Tenant>[] = [
    {
      name: 'name',
      label: t('common.name'),
      cell: ({ id, name }) => (
        <TextButton onClick={() => open(id)}>
          <bdi>{name}</bdi>
        </TextButton>
      ),
    },
    { name: 'contact', label: t('tenants:tenants.contact'), cell: ({ contact }) => contact || '–' },
    {
      name: 'members',
      label: t('tenants:tenants.members'),
      number: true,
      cell: (row) => formatNumber(row.members),
    },
    {
      name: 'storage',
      label: t('tenants:tenants.storage'),
      cell: ({ storage }) => <Usage used={storage.usedBytes} limit={storage.limitBytes} inBytes />,
    },
    {
      name: 'renders',
      label: t('tenants:tenants.renders'),
      cell: ({ renders }) => <Usage used={renders.used} limit={renders.limit} />,
    },
    {
      name: 'state',
      label: t('backstage:columns.state'),
      cell: ({ suspendedAt, suspendedReason }) => (
        <span className="tenant-state" data-suspended={suspendedAt ?? undefined} title={suspendedReason ?? undefined}>
          {t(`tenants:tenants.states.${suspendedAt ? 'suspended' : 'active'}`)}
        </span>
      ),
    },
    {
      name: 'createdAt',
      label: t('backstage:columns.created'),
      hidden: true,
      cell: ({ createdAt }) => formatDate(createdAt),
    },
  ]
  const states = (['active', 'suspended'] as const).map((value) => ({
    value,
    label: t(`tenants:tenants.states.${value}`),
  }))
  return (
    <>
      <PageHeading title={t('tenants:tenants.title')} />
      <p className="muted backstage-about">{t('tenants:tenants.about')}</p>
      <BackstageTable
        name="tenants"
        label={t('tenants:tenants.list')}
        columns={columns}
        filters={[{ name: 'state', label: t('backstage:columns.state'), options: states }]}
        searchLabel={t('tenants:tenants.search')}
        load={(asked, signal) => backstageApi.listTenants(asked, { signal })}
        nameOf={({ name }) => name}
        empty={<Notice text={t('tenants:tenants.empty')} />}
      >
        <Button variant="filled" className="button-small" onClick={() => setMaking(true)}>
          {t('tenants:tenants.add')}
        </Button>
      </BackstageTable>
      {isMaking && (
        <Modal title={t('tenants:tenants.add')} onClose={() => setMaking(false)}>
          <TenantForm
            label={t('tenants:tenants.make')}
            cancel={() => setMaking(false)}
            send={(fields) => backstageApi.createTenant(fields, { idempotencyKey: newId() })}
            onSaved={({ id, name }) => {
              setMaking(false)
              toast('success', t('tenants:tenants.made', { name }))
              open(id)
            }}
          />
        </Modal>
      )}
      {opened && (
        <Suspense>
          <TenantDrawer id={opened} key={opened} close={() => open()} />
        </Suspense>
      )}
    </>
  )
}
