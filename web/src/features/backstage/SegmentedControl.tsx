import type { ReactNode } from 'react'
import './choices.css'

interface SegmentedControlProps<V extends string> {
  label: string
  values: readonly V[]
  value: V
  choose: (value: V) => void
  children: (value: V) => ReactNode
}

/** What is shown below, as one of a few: the pressed one. */
export function SegmentedControl<V extends string>({
  label,
  values,
  value,
  choose,
  children,
}: SegmentedControlProps<V>) {
  return (
    <div className="backstage-choices" role="group" aria-label={label}>
      {values.map((one) => (
        <button key={one} type="button" aria-pressed={one === value} onClick={() => choose(one)}>
          {children(one)}
        </button>
      ))}
    </div>
  )
}
