import type { ComponentProps } from 'react'
import { Link } from '../lib/router.js'
import './button.css'

type ButtonVariant = 'filled' | 'plain' | 'quiet'

export function Button({
  variant = 'plain',
  busy = false,
  className = '',
  ...rest
}: ComponentProps<'button'> & { variant?: ButtonVariant; busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${variant} ${className}`}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
    />
  )
}

export function ButtonLink({
  variant = 'plain',
  className = '',
  ...rest
}: ComponentProps<typeof Link> & { variant?: ButtonVariant }) {
  return <Link {...rest} className={`button button-${variant} ${className}`} />
}
