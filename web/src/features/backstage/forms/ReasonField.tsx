import { useTranslation } from 'react-i18next'
import { MAX_REASON_LENGTH } from '@toile/contracts/backstage/tables.constants'
import { TextField } from '../../../ui/forms/Field.js'

export function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('backstage:action.why')}
      hint={t('backstage:action.whyHint')}
      maxLength={MAX_REASON_LENGTH}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
