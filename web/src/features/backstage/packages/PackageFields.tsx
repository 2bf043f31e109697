import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_PACKAGE_NOTES_LENGTH } from '@toile/contracts/software/software.constants'
import { PillInput, FieldGroup, TextArea } from '../../../ui/forms/Field.js'

interface PackageFieldsProps {
  /** What the form follows each of them by. */
  notes: Omit<ComponentProps<typeof TextArea>, 'label'>
  needsCode: ComponentProps<'input'>
}

/** What can be said of a package at any time: its notes, and who gets it. */
export function PackageFields({ notes, needsCode }: PackageFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextArea
        label={t('content-backstage:backstagePackages.notes')}
        maxLength={MAX_PACKAGE_NOTES_LENGTH}
        {...notes}
      />
      <FieldGroup label={t('content-backstage:backstagePackages.whom')}>
        <PillInput type="checkbox" label={t('content-backstage:backstagePackages.withCode')} {...needsCode} />
      </FieldGroup>
    </>
  )
}
