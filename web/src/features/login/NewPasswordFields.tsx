import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { passwordLength } from '@toile/contracts/users/users.constants'
import { filled } from '../../lib/forms/api-form.js'
import { PasswordField } from './PasswordField.js'

export const newPassword = { password: '', passwordConfirmation: '' }
type NewPassword = typeof newPassword
type Check = (typed: string, all: NewPassword) => true | string

interface NewPasswordFieldsProps {
  label: string
  field: (
    name: keyof NewPassword,
    rules: { validate: Record<string, Check> },
  ) => Partial<ComponentProps<typeof PasswordField>>
}

export function NewPasswordFields({ label, field }: NewPasswordFieldsProps) {
  const { t } = useTranslation()
  const hint = t('forms.tooShort', { min: passwordLength.min })
  const isLong: Check = (typed) => [...typed.normalize('NFC')].length >= passwordLength.min || hint
  const isSame: Check = (typed, { password }) => typed === password || t('login.differ')
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={hint}
        {...field('password', { validate: { filled, isLong } })}
      />
      <PasswordField
        label={t('login.passwordConfirmation')}
        autoComplete="new-password"
        {...field('passwordConfirmation', { validate: { filled, isSame } })}
      />
    </>
  )
}
