import { useTranslation } from 'react-i18next'
import * as deviceRoutes from '@toile/contracts/software/devices.paths'
import type { Activation } from '@toile/contracts/software/devices'
import { ask } from '../../../lib/api.js'
import { formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ActionButton } from '../actions/ActionButton.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'
import '../codes/words.js'
import '../codes/codes.css'

/** Who uses the software on which computers, and the way to end it. */
export function ActivationsPage() {
  const { t } = useTranslation()
  const unbind = async ({ id, deviceName: device }: Activation, reason: string) => {
    await ask(deviceRoutes.endActivation)({ id, reason })
    toast('success', t('activations.unbound', { device }))
  }
  const columns: ColumnOf<'activations', Activation>[] = [
    { name: 'user', label: t('activations.user'), sortable: true, cell: ({ user }) => user.name },
    { name: 'deviceName', label: t('activations.deviceName'), sortable: true, cell: (row) => row.deviceName },
    {
      name: 'state',
      label: t('activations.state'),
      cell: ({ unboundAt }) => (
        <span className="code-status" data-status={unboundAt ? 'void' : 'used'}>
          {t(`activations.states.${unboundAt ? 'false' : 'true'}`)}
        </span>
      ),
    },
    { name: 'boundAt', label: t('activations.boundAt'), sortable: true, cell: (row) => formatTime(row.boundAt) },
    {
      name: 'lastSeenAt',
      label: t('activations.lastSeenAt'),
      sortable: true,
      cell: (row) => formatTime(row.lastSeenAt),
    },
    {
      name: 'unboundAt',
      label: t('activations.unboundAt'),
      sortable: true,
      cell: ({ unboundAt }) => (unboundAt ? formatTime(unboundAt) : '–'),
    },
    {
      name: 'actions',
      label: t('activations.actions'),
      cell: (row) =>
        row.unboundAt ? null : (
          <ActionButton
            label={t('activations.unbind')}
            consequence={t('activations.unbindText', { device: row.deviceName, name: row.user.name })}
            asksReason
            action={(reason) => unbind(row, reason)}
          />
        ),
    },
  ]
  const states = (['true', 'false'] as const).map((value) => ({ value, label: t(`activations.states.${value}`) }))
  return (
    <>
      <PageHeading title={t('activations.title')} />
      <p className="muted backstage-about">{t('activations.about')}</p>
      <BackstageTable
        name="activations"
        label={t('activations.title')}
        columns={columns}
        filters={[{ name: 'bound', label: t('activations.state'), options: states }]}
        searchLabel={t('activations.search')}
        load={(asked, signal) => ask(deviceRoutes.listActivations)(asked, { signal })}
        bulk={[
          {
            label: t('activations.unbind'),
            consequence: (count) => t('activations.unbindManyText', { count }),
            done: (count) => t('activations.unbindManyDone', { count }),
            asksReason: true,
            run: (wanted) => ask(deviceRoutes.endActivations)(wanted),
          },
        ]}
        nameOf={({ deviceName, user }) => `${deviceName} · ${user.name}`}
        empty={<Notice text={t('activations.empty')} />}
      />
    </>
  )
}
