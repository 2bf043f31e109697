import { useTranslation } from 'react-i18next'
import { passwordLength } from '@toile/contracts/users/users.constants'
import { PasswordField } from './PasswordField.js'

/** The names of the fields below, for useForm. */
export const newPasswordNames = ['password', 'passwordConfirmation'] as const
type NewPassword = Record<(typeof newPasswordNames)[number], string>

/** Gives what is wrong with a password typed twice, in the reader's language; empty when nothing is. */
export function useNewPasswordCheck(): (input: NewPassword) => Record<string, string[]> {
  const { t } = useTranslation()
  return ({ password, passwordConfirmation }) => ({
    ...([...password.normalize('NFC')].length < passwordLength.min && {
      password: [t('login.passwordHint', { min: passwordLength.min })],
    }),
    ...(password !== passwordConfirmation && { passwordConfirmation: [t('login.differ')] }),
  })
}

/** A new password and its repetition. */
export function NewPasswordFields({ label, errors }: { label: string; errors: Record<string, string[]> }) {
  const { t } = useTranslation()
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        hint={t('login.passwordHint', { min: passwordLength.min })}
        errors={errors['password']}
      />
      <PasswordField
        label={t('login.passwordConfirmation')}
        name="passwordConfirmation"
        autoComplete="new-password"
        errors={errors['passwordConfirmation']}
      />
    </>
  )
}
