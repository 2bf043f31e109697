import { useTranslation } from 'react-i18next'
import type { MyTenant as Mine } from '@toile/contracts/tenants/tenants'
import { Usage } from './Usage.js'
import { loadNamespaces } from '../../i18n/load-namespaces.js'

await loadNamespaces('tenants')

export default function MyTenant({ tenant }: { tenant: Mine }) {
  const { t } = useTranslation()
  return (
    <section className="my-tenant" aria-labelledby="my-tenant">
      <h2 id="my-tenant">{t('tenants:tenants.mine', { name: tenant.name })}</h2>
      {tenant.suspendedReason !== null && (
        <p role="status">
          <strong>{t('tenants:tenants.mineSuspended', { reason: tenant.suspendedReason })}</strong>{' '}
          {t('tenants:tenants.mineSuspendedMeans')}
        </p>
      )}
      <div className="tenant-usage">
        <Usage
          label={t('tenants:tenants.storage')}
          used={tenant.storage.usedBytes}
          limit={tenant.storage.limitBytes}
          inBytes
        />
        <Usage label={t('tenants:tenants.renders')} {...tenant.renders} />
      </div>
      <p className="muted">
        {t('tenants:tenants.members')}: {tenant.members.map(({ name }) => name).join(', ')}
      </p>
    </section>
  )
}
