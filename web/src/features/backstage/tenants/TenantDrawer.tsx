import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TenantWithPeople } from '@toile/contracts/tenants/tenants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { Drawer } from '../../../ui/antd/Drawer.js'
import { formatTime } from '../../../ui/format.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ConfirmActionDialog } from '../actions/ConfirmActionDialog.js'
import { refetchBackstage } from '../actions/refetch-backstage.js'
import { TenantForm } from './TenantForm.js'
import { TenantMembers } from './TenantMembers.js'
import { Usage } from '../../tenants/Usage.js'

type TenantDialog = 'suspend' | 'resume' | 'delete'

export default function TenantDrawer({ id, close }: { id: string; close: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['backstage', 'tenant', id],
    queryFn: ({ signal }) => backstageApi.getTenant({ id }, { signal }),
    staleTime: 0,
  })
  return (
    <Drawer title={data?.name ?? t('tenants:tenants.title')} about={data?.contact} onClose={close}>
      {error && !data && <LoadFailed text={t('tenants:tenants.openFailed')} of={{ error, refetch }} />}
      {!data && !error && <Skeleton height={480} />}
      {data && <Whole tenant={data} close={close} />}
    </Drawer>
  )
}

function Whole({ tenant, close }: { tenant: TenantWithPeople; close: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [openDialog, setOpenDialog] = useState<TenantDialog>()
  const { id, name, suspendedAt, suspendedReason } = tenant
  const setCached = (changed: TenantWithPeople) => {
    queryClient.setQueryData(['backstage', 'tenant', id], changed)
    void queryClient.invalidateQueries({ queryKey: ['backstage', 'tenants'] })
  }
  const resume = async (reason?: string) => {
    const body = reason ? { reason } : {}
    setCached(await backstageApi.resumeTenant({ id, ...body }))
    toast('success', t('tenants:tenants.resumed', { name }))
  }
  const undoSuspend = useMutation({ mutationFn: () => resume(), onSettled: refetchBackstage })
  const suspend = async (reason: string) => {
    setCached(await backstageApi.suspendTenant({ id, reason }))
    const undo = { label: t('common.undo'), act: () => undoSuspend.mutate() }
    toast('success', t('tenants:tenants.suspended', { name }), { action: undo })
  }
  const remove = async (reason: string) => {
    await backstageApi.deleteTenant({ id, reason })
    toast('success', t('tenants:tenants.deleted', { name }))
    void queryClient.invalidateQueries({ queryKey: ['backstage', 'tenants'] })
    close()
  }
  const done = () => setOpenDialog(undefined)
  return (
    <>
      {suspendedAt && (
        <p className="tenant-state" data-suspended>
          {t('tenants:tenants.suspendedSince', { time: formatTime(suspendedAt), reason: suspendedReason })}
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
      <TenantMembers tenant={tenant} onSaved={setCached} />
      <section className="tenant-part" aria-labelledby="tenant-quota">
        <h3 id="tenant-quota">{t('tenants:tenants.rights')}</h3>
        <TenantForm
          key={`${name} ${tenant.contact} ${tenant.storage.limitBytes} ${tenant.renders.limit}`}
          tenant={tenant}
          label={t('common.save')}
          send={(fields, options) =>
            backstageApi.updateTenant({ id, ...fields, clear: fields.contact ? [] : ['contact'] }, options)
          }
          onSaved={() => toast('success', t('common.saved'))}
        />
      </section>
      <div className="tenant-end">
        <Button onClick={() => setOpenDialog(suspendedAt ? 'resume' : 'suspend')}>
          {t(suspendedAt ? 'tenants:tenants.resume' : 'tenants:tenants.suspend')}
        </Button>
        {tenant.members === 0 && <Button onClick={() => setOpenDialog('delete')}>{t('common.delete')}</Button>}
      </div>
      {openDialog === 'suspend' && (
        <ConfirmActionDialog
          title={t('tenants:tenants.suspendTitle', { name })}
          label={t('tenants:tenants.suspend')}
          asksReason
          act={suspend}
          onClose={done}
        >
          <p>{t('tenants:tenants.suspendMeans', { count: tenant.members })}</p>
        </ConfirmActionDialog>
      )}
      {openDialog === 'resume' && (
        <ConfirmActionDialog
          title={t('tenants:tenants.resume')}
          label={t('tenants:tenants.resume')}
          act={resume}
          onClose={done}
        >
          <p>{t('tenants:tenants.resumeMeans')}</p>
        </ConfirmActionDialog>
      )}
      {openDialog === 'delete' && (
        <ConfirmActionDialog
          title={t('tenants:tenants.deleteTitle', { name })}
          label={t('common.delete')}
          asksReason
          act={remove}
          onClose={done}
        >
          <p>{t('tenants:tenants.deleteMeans')}</p>
        </ConfirmActionDialog>
      )}
    </>
  )
}
