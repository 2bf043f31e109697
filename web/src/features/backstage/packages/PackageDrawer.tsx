import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackstagePackage } from '@toile/contracts/software/software'
import { backstageApi } from '../../../lib/backstage-api.js'
import { formatBytes, formatTime } from '../../../ui/format.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ActionButton } from '../actions/ActionButton.js'
import { FormDrawer } from '../forms/FormDrawer.js'
import { SaveBar } from '../forms/SaveBar.js'
import { withClear } from '../../../lib/payload.js'
import { useBackstageForm } from '../forms/use-backstage-form.js'
import { Checksum } from '../../software/Checksum.js'
import { PackageFields } from './PackageFields.js'
import '../../software/software.css'

export function PackageDrawer({ of, close }: { of: BackstagePackage; close: () => void }) {
  const { t } = useTranslation()
  const [one, setOne] = useState(of)
  const form = useBackstageForm({
    values: { notes: one.notes, needsCode: one.needsCode },
    send: (_, changed, options) =>
      backstageApi.updatePackage({ id: one.id, ...withClear(changed, ['notes']) }, options),
    onSent(saved) {
      setOne(saved)
      toast('success', t('common.saved'))
    },
  })
  const named = { name: one.name, version: one.version }
  async function setWithdrawn(withdrawn: boolean, reason: string) {
    setOne(await backstageApi.updatePackage({ id: one.id, withdrawn, reason }))
    toast(
      'success',
      t(
        withdrawn ? 'content-backstage:backstagePackages.withdrawn' : 'content-backstage:backstagePackages.published',
        named,
      ),
    )
  }
  return (
    <FormDrawer
      title={`${one.name} ${one.version}`}
      about={t(`software:software.platforms.${one.platform}`)}
      isUnsaved={form.isUnsaved}
      close={close}
    >
      <dl className="content-facts">
        <dt>{t('content-backstage:backstagePackages.file')}</dt>
        <dd>
          <bdi>{one.filename}</bdi> <span className="muted">{formatBytes(one.bytes)}</span>
        </dd>
        <dt>{t('content-backstage:backstagePackages.added')}</dt>
        <dd>{formatTime(one.createdAt)}</dd>
        <dt>{t('backstage:columns.state')}</dt>
        <dd>
          {one.withdrawnAt
            ? t('content-backstage:backstagePackages.withdrawnOn', { date: formatTime(one.withdrawnAt) })
            : t('content-backstage:content.states.published')}
        </dd>
      </dl>
      <Checksum of={one} />
      <form className="content-form" {...form.formProps}>
        <PackageFields
          notes={form.field('notes')}
          needsCode={{
            checked: form.form.watch('needsCode'),
            onChange: ({ target }) => form.form.setValue('needsCode', target.checked, { shouldDirty: true }),
          }}
        />
        <SaveBar form={form} />
      </form>
      <div>
        {one.withdrawnAt ? (
          <ActionButton
            label={t('content-backstage:backstagePackages.again')}
            consequence={t('content-backstage:backstagePackages.againMeans', named)}
            action={(reason) => setWithdrawn(false, reason)}
          />
        ) : (
          <ActionButton
            label={t('content-backstage:content.withdraw')}
            consequence={t('content-backstage:backstagePackages.withdrawMeans', named)}
            asksReason
            action={(reason) => setWithdrawn(true, reason)}
          />
        )}
      </div>
    </FormDrawer>
  )
}
