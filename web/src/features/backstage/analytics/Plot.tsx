import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { dateFormat } from '@toile/contracts/formats'
import { currentLanguage } from '../../../i18n/index.js'
import { useShownTheme } from '../../../lib/theme.js'

const HEIGHT_PX = 200
/** Width of the vertical axis, which must fit the longest number. */
const AXIS_PX = 56

export interface PlotSeries {
  label: string
  values: (number | null)[]
  style: 'bars' | 'line' | 'alarm'
  format: (value: number) => string
}

/** Plots series over time on a canvas. Screen readers get only `label`, so show the values in a table beside it. */
export function Plot({
  label,
  at,
  lines,
  stepSeconds,
  timeLabel,
}: {
  label: string
  /** The times of the values, in seconds since 1970. */
  at: number[]
  lines: PlotSeries[]
  stepSeconds: number
  timeLabel: string
}) {
  const container = useRef<HTMLDivElement>(null)
  // Redraws when the theme changes, because a canvas keeps its colours.
  const theme = useShownTheme()
  const language = currentLanguage()
  const key = JSON.stringify([at, lines.map(({ label, values }) => [label, values])])
  useEffect(() => {
    const element = container.current!
    const plot = new uPlot(
      optionsOf(element, lines, stepSeconds, timeLabel),
      [at, ...lines.map(({ values }) => values)] as uPlot.AlignedData,
      element,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
    // `key` stands for `at` and `lines`, which are new objects in every render.
  }, [key, theme, language, stepSeconds])
  return <div ref={container} className="plot" role="img" aria-label={label} />
}

function optionsOf(
  element: HTMLElement,
  lines: readonly PlotSeries[],
  stepSeconds: number,
  timeLabel: string,
): uPlot.Options {
  const colour = (name: string) => getComputedStyle(element).getPropertyValue(`--${name}`).trim()
  const axis = {
    stroke: colour('text-muted'),
    font: `12px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
  }
  const isDaily = stepSeconds >= 86_400
  const dates = dateFormat(currentLanguage(), {
    ...(isDaily ? { timeZone: 'UTC' } : { hour: '2-digit', minute: '2-digit' }),
    month: 'short',
    day: 'numeric',
  })
  const days = dateFormat(currentLanguage(), {
    ...(isDaily && { timeZone: 'UTC' }),
    month: 'short',
    day: 'numeric',
  })
  const hours = dateFormat(currentLanguage(), { hour: '2-digit', minute: '2-digit' })
  const [{ format }] = lines as [PlotSeries]
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    // Days are shown in UTC, and hours in the user's time zone.
    ...(isDaily && { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC') }),
    legend: { markers: { width: 0, fill: (_: uPlot, index: number) => colourOf(lines[index - 1]?.style) } },
    cursor: { points: { show: false }, drag: { x: false, y: false }, y: false },
    scales: { x: { range: (_, min, max) => [min - stepSeconds / 2, max + stepSeconds / 2] }, y: { range: yRange } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 30,
        values: (_, splits) => splits.map((at) => (isNoon(at) ? hours : days).format(new Date(at * 1_000))),
        space: 72,
      },
      {
        ...axis,
        size: AXIS_PX,
        values: (_, splits) => splits.map((value) => (Number.isInteger(value) ? format(value) : '')),
      },
    ],
    series: [
      { label: timeLabel, value: (_, at) => (at === null ? '–' : dates.format(new Date(at * 1_000))) },
      ...lines.map(({ label, values, style, format: words }) => ({
        label,
        stroke: colourOf(style),
        fill: style === 'line' ? colour('surface-sunk') : colourOf(style),
        width: style === 'line' ? 1.5 : 0,
        // A single value makes no line, so it is drawn as a point.
        points: { show: style === 'line' && values.filter((value) => value !== null).length < 2 },
        value: (_: uPlot, value: number | null) => (value === null ? '–' : words(value)),
        ...(style !== 'line' && {
          paths: uPlot.paths.bars!({ size: [lines.length > 1 ? 0.35 : 0.7, 28], align: alignOf(style, lines.length) }),
        }),
      })),
    ],
  }

  function colourOf(style: PlotSeries['style'] | undefined): string {
    return colour(style === 'alarm' ? 'error' : style === 'line' ? 'text-secondary' : 'ink')
  }
  function isNoon(at: number): boolean {
    return !isDaily && new Date(at * 1_000).getHours() !== 0
  }
}

const alignOf = (style: PlotSeries['style'], lines: number) => (lines === 1 ? 0 : style === 'alarm' ? 1 : -1)

/** The axis reaches from zero to 10% above the highest value, but at least to 4, as only whole numbers are labelled. */
function yRange(_: uPlot, _min: number, max: number): [number, number] {
  return [0, Math.max(4, max * 1.1)]
}
