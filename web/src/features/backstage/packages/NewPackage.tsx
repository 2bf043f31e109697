import Radio from 'antd/es/radio'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { newId } from '@toile/contracts/ids'
import {
  MAX_PACKAGE_NAME_LENGTH,
  MAX_VERSION_LENGTH,
  platforms,
  type Platform,
} from '@toile/contracts/software/software.constants'
import { textWithin } from '../../../lib/forms/api-form.js'
import { isRefused } from '../../../lib/api.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { FieldGroup, TextField } from '../../../ui/forms/Field.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { FileField } from '../forms/FileField.js'
import { FormDrawer } from '../forms/FormDrawer.js'
import { useBackstageForm } from '../forms/use-backstage-form.js'
import { PackageFields } from './PackageFields.js'

const empty = { name: '', version: '', platform: 'windows' as Platform, notes: '', needsCode: false, uploadId: '' }

export function NewPackage({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const [isSending, setSending] = useState(false)
  // If an answer is lost, a retry with the same key publishes no second package.
  const [idempotencyKey, setKey] = useState(newId)
  const { form, formProps, field, errorsOf, isBusy, isUnsaved } = useBackstageForm({
    values: empty,
    send: (values) =>
      backstageApi.createPackage(values, { idempotencyKey }).catch((error: unknown) => {
        if (isRefused(error)) setKey(newId())
        throw error
      }),
    onSent({ name, version }) {
      toast('success', t('content-backstage:backstagePackages.published', { name, version }))
      close()
    },
  })
  const values = form.watch()
  const isWhole = values.name.trim() !== '' && values.version.trim() !== '' && values.uploadId !== ''
  return (
    <FormDrawer title={t('content-backstage:backstagePackages.new')} isUnsaved={isUnsaved || isSending} close={close}>
      <form className="content-form" {...formProps}>
        <FileField
          label={t('content-backstage:backstagePackages.file')}
          hint={t('content-backstage:backstagePackages.fileHint')}
          errors={errorsOf('uploadId')}
          onReady={({ uploadId }) => form.setValue('uploadId', uploadId, { shouldDirty: true })}
          onBusy={setSending}
        />
        <TextField
          label={t('common.name')}
          required
          maxLength={MAX_PACKAGE_NAME_LENGTH}
          {...field('name', { validate: textWithin({ min: 1, max: MAX_PACKAGE_NAME_LENGTH }) })}
        />
        <TextField
          label={t('content-backstage:backstagePackages.version')}
          hint={t('content-backstage:backstagePackages.versionHint')}
          required
          maxLength={MAX_VERSION_LENGTH}
          {...field('version', { validate: textWithin({ min: 1, max: MAX_VERSION_LENGTH }) })}
        />
        <FieldGroup label={t('software:software.platform')} errors={errorsOf('platform')}>
          <Controller
            name="platform"
            control={form.control}
            render={({ field: platform }) => (
              <Radio.Group
                options={platforms.map((value) => ({ value, label: t(`software:software.platforms.${value}`) }))}
                {...platform}
              />
            )}
          />
        </FieldGroup>
        <PackageFields
          notes={field('notes')}
          needsCode={{
            checked: values.needsCode,
            onChange: ({ target }) => form.setValue('needsCode', target.checked, { shouldDirty: true }),
          }}
        />
        <div className="content-save">
          <Button type="submit" variant="filled" busy={isBusy} disabled={!isWhole}>
            {t('work.publish')}
          </Button>
          {!isWhole && <span className="muted">{t('content-backstage:backstagePackages.lacks')}</span>}
        </div>
      </form>
    </FormDrawer>
  )
}
