import type { ComponentProps } from 'react'
import './text-button.css'

/** An action that looks like a link within text. */
export function TextButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={`text-button ${className}`} />
}
