import type { ComponentProps } from 'react'
import { Link } from '../lib/router.js'
import './button.css'

type Look = 'filled' | 'plain' | 'quiet'

/** A button; `busy` disables it and says so without changing its size. */
export function Button({
  look = 'plain',
  busy = false,
  className = '',
  ...rest
}: ComponentProps<'button'> & { look?: Look; busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${look} ${className}`}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
    />
  )
}

/** A link that looks like a button. */
export function ButtonLink({ look = 'plain', className = '', ...rest }: ComponentProps<typeof Link> & { look?: Look }) {
  return <Link {...rest} className={`button button-${look} ${className}`} />
}
