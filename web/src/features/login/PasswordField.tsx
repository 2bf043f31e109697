import { useState, type ComponentProps, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/forms/Field.js'

export function PasswordField({ hint, ...rest }: ComponentProps<typeof TextField>) {
  const { t } = useTranslation()
  const [capsLock, setCapsLock] = useState(false)
  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <TextField
      {...rest}
      type="password"
      required
      hint={capsLock ? t('login.capsLock') : hint}
      onKeyDown={readCapsLock}
      onKeyUp={readCapsLock}
    />
  )
}
