import { useTranslation } from 'react-i18next'
import { passwordLength } from '@toile/contracts/users.constants'
import { PasswordField } from './PasswordField.js'

/** What is wrong with a password typed twice, before the server is asked; empty when nothing is. */
export function newPasswordErrors(
  input: { password: string; passwordConfirmation: string },
  words: { required: string; differ: string; short: string },
): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  if (input.password === '') errors['password'] = [words.required]
  else if ([...input.password.normalize('NFC')].length < passwordLength.min) errors['password'] = [words.short]
  if (input.password !== input.passwordConfirmation) errors['passwordConfirmation'] = [words.differ]
  return errors
}

/** The words that newPasswordErrors speaks, in the reader's language. */
export function usePasswordWords() {
  const { t } = useTranslation()
  return {
    required: t('login.required'),
    differ: t('login.differ'),
    short: t('login.passwordHint', { min: passwordLength.min }),
  }
}

/** A new password and its repetition. */
export function NewPasswordFields({ errors }: { errors: Record<string, string[]> }) {
  const { t } = useTranslation()
  return (
    <>
      <PasswordField
        label={t('login.newPassword')}
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
