import type { ComponentProps } from 'react'
import './text-button.css'

/** A button that looks like a link within text: it acts or opens something here, where a link leads elsewhere. */
export function TextButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={`text-button ${className}`} />
}
