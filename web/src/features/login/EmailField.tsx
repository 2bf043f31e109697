import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/forms/Field.js'

export function EmailField(parts: Partial<ComponentProps<typeof TextField>>) {
  const { t } = useTranslation()
  return <TextField label={t('login.email')} type="email" autoComplete="email" required {...parts} />
}
