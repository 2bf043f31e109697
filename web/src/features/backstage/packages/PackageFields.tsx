import { useTranslation } from 'react-i18next'
import { MAX_PACKAGE_NOTES_LENGTH } from '@toile/contracts/software/software.constants'
import { PillInput, FieldGroup, TextArea } from '../../../ui/forms/Field.js'

interface PackageFieldsProps {
  values: { notes: string; needsCode: boolean }
  errors: Record<string, string[]>
  set: (part: { notes?: string; needsCode?: boolean }) => void
}

/** What can be said of a package at any time: its notes, and who gets it. */
export function PackageFields({ values, errors, set }: PackageFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextArea
        label={t('content-backstage:backstagePackages.notes')}
        errors={errors['notes']}
        maxLength={MAX_PACKAGE_NOTES_LENGTH}
        value={values.notes}
        onChange={(event) => set({ notes: event.target.value })}
      />
      <FieldGroup label={t('content-backstage:backstagePackages.whom')}>
        <PillInput
          type="checkbox"
          label={t('content-backstage:backstagePackages.withCode')}
          checked={values.needsCode}
          onChange={(event) => set({ needsCode: event.target.checked })}
        />
      </FieldGroup>
    </>
  )
}
