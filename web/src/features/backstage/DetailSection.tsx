import type { ReactNode } from 'react'

export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="backstage-part">
      <h3>{title}</h3>
      {children}
    </section>
  )
}
