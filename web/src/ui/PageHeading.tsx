import { useEffect, useRef, type ReactNode } from 'react'
import { usePageTitle } from '../lib/page-title.js'

let firstPage = true

/** The page's h1. It takes the focus after navigation, so that screen readers start at the top. */
export function PageHeading({
  title,
  children,
  className,
}: {
  title: string
  children?: ReactNode
  className?: string
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title)
  useEffect(() => {
    if (!firstPage) heading.current?.focus({ preventScroll: true })
    firstPage = false
  }, [])
  return (
    <h1 ref={heading} dir="auto" tabIndex={-1} className={className}>
      {children ?? title}
    </h1>
  )
}
