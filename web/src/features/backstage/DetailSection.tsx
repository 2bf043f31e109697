import type { ReactNode } from 'react'

/** A section of a drawer, under its title. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="backstage-part">
      <h3>{title}</h3>
      {children}
    </section>
  )
}
