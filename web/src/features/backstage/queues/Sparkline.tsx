import { useId } from 'react'
import './sparkline.css'

const WIDTH = 240
const HEIGHT = 44
/** Space above the highest point, so that the stroke of the line is not cut off there. */
const PAD = 2

export interface Mark {
  /** Position from 0 (left) to 1 (right). */
  at: number
  label: string
}

/** A small line chart that starts at zero. Marks are dashed vertical lines. Points with a null value are left out. */
export function Sparkline({
  label,
  points,
  gap,
  marks,
}: {
  label: string
  points: readonly { at: number; value: number | null }[]
  /** Points that are further apart than this, in units of `at`, are not joined. */
  gap: number
  marks: readonly Mark[]
}) {
  const id = useId()
  const most = Math.max(1e-9, ...points.map(({ value }) => value ?? 0))
  const x = (at: number) => +(at * WIDTH).toFixed(1)
  const y = (value: number) => +(HEIGHT - (value / most) * (HEIGHT - PAD)).toFixed(1)
  const runs: { at: number; value: number }[][] = []
  let last = -1
  for (const { at, value } of points) {
    if (value === null) continue
    if (runs.length === 0 || at - last > gap) runs.push([])
    runs.at(-1)!.push({ at, value })
    last = at
  }
  // A single point would be invisible, so it is drawn as a line half of `gap` long, within the edges.
  const lines = runs.map(([only, ...more]) => {
    if (more.length > 0) return [only!, ...more]
    const from = Math.max(0, Math.min(only!.at, 1 - gap / 2))
    return [from, Math.min(1, from + gap / 2)].map((at) => ({ ...only!, at }))
  })
  const path = (run: { at: number; value: number }[]) => run.map(({ at, value }) => `${x(at)},${y(value)}`).join(' L')
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-labelledby={id}
    >
      <title id={id}>{label}</title>
      {lines.map((run, at) => (
        <g key={at}>
          <path
            className="sparkline-area"
            d={`M${x(run[0]!.at)},${HEIGHT} L${path(run)} L${x(run.at(-1)!.at)},${HEIGHT}Z`}
          />
          <path className="sparkline-line" d={`M${path(run)}`} />
        </g>
      ))}
      {marks.map((mark) => (
        <line key={mark.at} className="sparkline-mark" x1={x(mark.at)} x2={x(mark.at)} y1="0" y2={HEIGHT}>
          <title>{mark.label}</title>
        </line>
      ))}
    </svg>
  )
}
