import Checkbox, { type CheckboxProps } from 'antd/es/checkbox'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_PACKAGE_NOTES_LENGTH } from '@toile/contracts/software/software.constants'
import { FieldGroup, TextArea } from '../../../ui/forms/Field.js'

interface PackageFieldsProps {
  notes: Omit<ComponentProps<typeof TextArea>, 'label'>
  needsCode: CheckboxProps
}

export function PackageFields({ notes, needsCode }: PackageFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextArea
        label={t('content-backstage:backstagePackages.notes')}
        maxLength={MAX_PACKAGE_NOTES_LENGTH}
        {...notes}
      />
      <FieldGroup label={t('content-backstage:content.access')}>
        <div className="choices">
          <Checkbox {...needsCode}>{t('content-backstage:backstagePackages.withCode')}</Checkbox>
        </div>
      </FieldGroup>
    </>
  )
}
