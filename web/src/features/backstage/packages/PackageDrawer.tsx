import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfficePackage, officePackageRoutes } from '@toile/contracts/software'
import { ask, call } from '../../../api.js'
import { Form } from '../../../ui/Form.js'
import { formatBytes, formatTime } from '../../../ui/format.js'
import { toast } from '../../../ui/toasts.js'
import { DeedButton } from '../deeds/DeedButton.js'
import { FormDrawer } from '../forms/FormDrawer.js'
import { SaveBar } from '../forms/SaveBar.js'
import { useEdits, withClear } from '../forms/use-edits.js'
import { Checksum } from '../../software/Checksum.js'
import { PackageFields } from './PackageFields.js'
import '../../software/software.css'

/** One version of the software: its file with the checksum, and what can be changed of it. */
export function PackageDrawer({ of, close }: { of: OfficePackage; close: () => void }) {
  const { t } = useTranslation()
  const [one, setOne] = useState(of)
  const form = useEdits({ notes: one.notes, needsCode: one.needsCode })
  const named = { name: one.name, version: one.version }
  const path = `/backstage/packages/${one.id}` as const
  async function save() {
    const saved = await form.save(
      (changed, why) =>
        call<typeof officePackageRoutes.updatePackage>('PATCH', path, withClear(changed, ['notes']), {
          ...why,
          quiet: true,
        }),
      setOne,
    )
    if (saved) toast('success', t('content.saved'))
  }
  async function setWithdrawn(withdrawn: boolean, reason: string) {
    setOne(await ask<typeof officePackageRoutes.updatePackage>('PATCH', path, { withdrawn, reason }))
    toast('success', t(withdrawn ? 'officePackages.withdrawn' : 'officePackages.published', named))
  }
  return (
    <FormDrawer
      title={`${one.name} ${one.version}`}
      about={t(`software.platforms.${one.platform}`)}
      isUnsaved={form.isUnsaved}
      close={close}
    >
      <dl className="content-facts">
        <dt>{t('officePackages.file')}</dt>
        <dd>
          <bdi>{one.filename}</bdi> <span className="muted">{formatBytes(one.bytes)}</span>
        </dd>
        <dt>{t('officePackages.added')}</dt>
        <dd>{formatTime(one.createdAt)}</dd>
        <dt>{t('content.state')}</dt>
        <dd>
          {one.withdrawnAt
            ? t('officePackages.withdrawnOn', { date: formatTime(one.withdrawnAt) })
            : t('content.states.published')}
        </dd>
      </dl>
      <Checksum of={one} />
      <Form className="content-form" noValidate submit={save}>
        <PackageFields {...form} />
        <SaveBar form={form} />
      </Form>
      <div>
        {one.withdrawnAt ? (
          <DeedButton
            label={t('officePackages.again')}
            consequence={t('officePackages.againMeans', named)}
            deed={(reason) => setWithdrawn(false, reason)}
          />
        ) : (
          <DeedButton
            label={t('content.withdraw')}
            consequence={t('officePackages.withdrawMeans', named)}
            asksReason
            deed={(reason) => setWithdrawn(true, reason)}
          />
        )}
      </div>
    </FormDrawer>
  )
}
