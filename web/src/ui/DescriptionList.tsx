import type { ReactNode } from 'react'

export type DescriptionRow = readonly [name: string, value: ReactNode]

export function DescriptionList({ rows, className }: { rows: readonly DescriptionRow[]; className?: string }) {
  return (
    <dl className={className}>
      {rows
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular" dir="auto">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  )
}
