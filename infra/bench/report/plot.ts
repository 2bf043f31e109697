/** Both axes are logarithmic. */
export interface Plot {
  title: string
  /** Label of the x axis, such as `works` or `open pages`. */
  over: string
  unit: string
  series: readonly { name: string; points: readonly (readonly [number, number])[] }[]
}

const [WIDTH, HEIGHT] = [720, 360]
const edge = { left: 70, right: 190, top: 40, bottom: 50 }
/** Okabe and Ito's palette. Colour-blind readers can distinguish its colours on white and on black. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9']

/** Draws an SVG whose text is legible on light and dark backgrounds. */
export function drawPlot({ title, over, unit, series }: Plot): string {
  const points = series.flatMap((one) => one.points)
  const x = scale(
    points.map(([at]) => at),
    edge.left,
    WIDTH - edge.right,
  )
  const y = scale(
    points.map(([, value]) => value),
    HEIGHT - edge.bottom,
    edge.top,
  )
  const right = WIDTH - edge.right
  const bottom = HEIGHT - edge.bottom
  const parts = [
    text(edge.left, 22, title, 'start', 15),
    text((edge.left + right) / 2, HEIGHT - 12, over),
    text(edge.left - 8, edge.top - 10, unit, 'end'),
    ...x.ticks.flatMap((tick) => [
      line(x.at(tick), edge.top, x.at(tick), bottom),
      text(x.at(tick), bottom + 18, label(tick)),
    ]),
    ...y.ticks.flatMap((tick) => [
      line(edge.left, y.at(tick), right, y.at(tick)),
      text(edge.left - 8, y.at(tick) + 4, label(tick), 'end'),
    ]),
    ...series.flatMap(({ name, points }, index) => {
      const colour = colours[index % colours.length]
      const path = points.map(([at, value]) => `${x.at(at).toFixed(1)},${y.at(value).toFixed(1)}`)
      return [
        `<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
        ...path.map(
          (point) => `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="3.5" fill="${colour}"/>`,
        ),
        `<circle cx="${right + 18}" cy="${edge.top + 12 + index * 22}" r="5" fill="${colour}"/>`,
        text(right + 30, edge.top + 16 + index * 22, name, 'start'),
      ]
    }),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="system-ui, sans-serif">`,
    `<title>${escaped(title)}</title>`,
    ...parts,
    '</svg>\n',
  ].join('\n')
}

function scale(values: readonly number[], from: number, to: number) {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))
  return {
    at: (value: number) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
    ticks: Array.from({ length: high - low + 1 }, (_, power) => 10 ** (low + power)),
  }
}

const label = (tick: number) => (tick >= 1 ? tick.toLocaleString('en') : String(Number(tick.toPrecision(1))))

const line = (x1: number, y1: number, x2: number, y2: number) =>
  `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="#808080" stroke-opacity="0.35"/>`

const text = (x: number, y: number, words: string, anchor = 'middle', size = 12) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${size}" fill="#808080">${escaped(words)}</text>`

const escaped = (words: string) => words.replace(/&/g, '&amp;').replace(/</g, '&lt;')
