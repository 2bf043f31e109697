import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '@toile/contracts/ids'
import {
  MAX_PACKAGE_NAME_LENGTH,
  MAX_VERSION_LENGTH,
  platforms,
  type Platform,
} from '@toile/contracts/software/software.constants'
import { resultOf } from '../../../lib/api.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { PillInput, FieldGroup, TextField } from '../../../ui/forms/Field.js'
import { Form } from '../../../ui/forms/Form.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { FileField } from '../forms/FileField.js'
import { FormDrawer } from '../forms/FormDrawer.js'
import { useEdits } from '../forms/use-edits.js'
import { PackageFields } from './PackageFields.js'

const empty = { name: '', version: '', platform: 'windows' as Platform, notes: '', needsCode: false, uploadId: '' }

/** Sends a file and publishes it as a version of the software; its checksum is taken by the server. */
export function NewPackage({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const form = useEdits(empty)
  const [isSending, setSending] = useState(false)
  // One press, one package: a repeated one with the same key gets the first answer again.
  const [idempotencyKey, setKey] = useState(() => newId())
  const { values, set, errors } = form
  const isWhole = values.name.trim() !== '' && values.version.trim() !== '' && values.uploadId !== ''
  async function publish() {
    const created = await form.save(() =>
      resultOf(
        backstageApi.createPackage(values, {
          idempotencyKey,
          quiet: true,
        }),
      ),
    )
    // The refused call spent its key, if it was kept at all.
    if (!created) return setKey(newId())
    toast(
      'success',
      t('content-backstage:backstagePackages.published', { name: created.name, version: created.version }),
    )
    close()
  }
  return (
    <FormDrawer
      title={t('content-backstage:backstagePackages.new')}
      isUnsaved={form.isUnsaved || isSending}
      close={close}
    >
      <Form className="content-form" noValidate submit={publish}>
        <FileField
          label={t('content-backstage:backstagePackages.file')}
          hint={t('content-backstage:backstagePackages.fileHint')}
          errors={errors['uploadId']}
          onReady={({ uploadId }) => set({ uploadId })}
          onBusy={setSending}
        />
        <TextField
          label={t('software:software.name')}
          required
          maxLength={MAX_PACKAGE_NAME_LENGTH}
          {...form.text('name')}
        />
        <TextField
          label={t('content-backstage:backstagePackages.version')}
          hint={t('content-backstage:backstagePackages.versionHint')}
          required
          maxLength={MAX_VERSION_LENGTH}
          {...form.text('version')}
        />
        <FieldGroup label={t('software:software.platform')} errors={errors['platform']}>
          <div className="choices">
            {platforms.map((one) => (
              <PillInput
                key={one}
                type="radio"
                name="platform"
                label={t(`software:software.platforms.${one}`)}
                checked={values.platform === one}
                onChange={() => set({ platform: one })}
              />
            ))}
          </div>
        </FieldGroup>
        <PackageFields {...form} />
        <div className="content-save">
          <Button type="submit" variant="filled" busy={form.isBusy} disabled={!isWhole}>
            {t('content-backstage:content.publish')}
          </Button>
          {!isWhole && <span className="muted">{t('content-backstage:backstagePackages.lacks')}</span>}
        </div>
      </Form>
    </FormDrawer>
  )
}
