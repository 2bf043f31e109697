import type { ReactNode, SVGProps } from 'react'

export function icon(
  children: ReactNode,
  look: SVGProps<SVGSVGElement> = { className: 'icon', width: 16, height: 16 },
) {
  return function Icon() {
    return (
      <svg viewBox="0 0 16 16" aria-hidden="true" {...look}>
        {children}
      </svg>
    )
  }
}

export const HeartIcon = icon(<path d="M8 13.2 2.9 8.1a3 3 0 0 1 4.2-4.3l.9.9.9-.9a3 3 0 0 1 4.2 4.3Z" />)
export const EyeIcon = icon(
  <>
    <path d="M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8Z" />
    <circle cx="8" cy="8" r="1.8" />
  </>,
)
export const ChevronIcon = icon(<path d="m4.5 6.5 3.5 3.5 3.5-3.5" />)
export const CubeIcon = icon(<path d="M8 1.8 13.5 5v6L8 14.2 2.5 11V5ZM2.5 5 8 8.2 13.5 5M8 8.2v6" />)
