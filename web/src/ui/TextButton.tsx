import type { ComponentProps } from 'react'
import './text-button.css'

export function TextButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={`text-button ${className}`} />
}
