import { useTranslation } from 'react-i18next'
import type { Activation } from '@toile/contracts/software/devices'
import { backstageApi } from '../../../lib/backstage-api.js'
import { formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ActionButton } from '../actions/ActionButton.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'

await loadNamespaces('codes-backstage')

export function ActivationsPage() {
  const { t } = useTranslation()
  const unbind = async ({ id, deviceName: device }: Activation, reason: string) => {
    await backstageApi.endActivation({ id, reason })
    toast('success', t('codes-backstage:activations.unbound', { device }))
  }
  const columns: ColumnOf<'activations', Activation>[] = [
    { name: 'user', label: t('backstage:columns.user'), cell: ({ user }) => user.name },
    { name: 'deviceName', label: t('codes-backstage:activations.deviceName'), cell: (row) => row.deviceName },
    {
      name: 'state',
      label: t('backstage:columns.state'),
      cell: ({ unboundAt }) => (
        <span className="use-mark" data-state={unboundAt ? 'void' : 'used'}>
          {t(`codes-backstage:activations.states.${unboundAt ? 'false' : 'true'}`)}
        </span>
      ),
    },
    { name: 'boundAt', label: t('codes-backstage:activations.boundAt'), cell: (row) => formatTime(row.boundAt) },
    {
      name: 'lastSeenAt',
      label: t('codes-backstage:activations.lastSeenAt'),
      cell: (row) => formatTime(row.lastSeenAt),
    },
    {
      name: 'unboundAt',
      label: t('codes-backstage:activations.unboundAt'),
      cell: ({ unboundAt }) => (unboundAt ? formatTime(unboundAt) : '–'),
    },
    {
      name: 'actions',
      label: t('backstage:columns.actions'),
      cell: (row) =>
        row.unboundAt ? null : (
          <ActionButton
            label={t('codes-backstage:activations.unbind')}
            consequence={t('codes-backstage:activations.unbindText', { device: row.deviceName, name: row.user.name })}
            asksReason
            action={(reason) => unbind(row, reason)}
          />
        ),
    },
  ]
  const states = (['true', 'false'] as const).map((value) => ({
    value,
    label: t(`codes-backstage:activations.states.${value}`),
  }))
  return (
    <>
      <PageHeading title={t('codes-backstage:activations.title')} />
      <p className="muted backstage-about">{t('codes-backstage:activations.about')}</p>
      <BackstageTable
        name="activations"
        label={t('codes-backstage:activations.title')}
        columns={columns}
        filters={[{ name: 'bound', label: t('backstage:columns.state'), options: states }]}
        searchLabel={t('codes-backstage:activations.search')}
        load={(asked, signal) => backstageApi.listActivations(asked, { signal })}
        bulk={[
          {
            label: t('codes-backstage:activations.unbind'),
            consequence: (count) => t('codes-backstage:activations.unbindManyText', { count }),
            done: (count) => t('codes-backstage:activations.unbindManyDone', { count }),
            asksReason: true,
            run: (wanted) => backstageApi.endActivations(wanted),
          },
        ]}
        nameOf={({ deviceName, user }) => `${deviceName} · ${user.name}`}
        empty={<Notice text={t('codes-backstage:activations.empty')} />}
      />
    </>
  )
}
