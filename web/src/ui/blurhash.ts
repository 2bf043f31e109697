// Algorithm: https://github.com/woltapp/blurhash/blob/master/Algorithm.md. The npm package would be larger.

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'
const SIDE_PX = 16

/** 24 bits a pixel, blue first, from the last row to the first: BITMAPFILEHEADER (14 bytes), then BITMAPINFOHEADER. */
const bmpHeader = [
  ...[0x42, 0x4d, 0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0],
  ...[40, 0, 0, 0, SIDE_PX, 0, 0, 0, SIDE_PX, 0, 0, 0, 1, 0, 24, 0],
  ...Array<number>(24).fill(0),
]

const known = new Map<string, string>()

/** The data: URL of a picture of 16 x 16 px, which the caller stretches. It is '' if the hash is malformed. */
export function blurUrl(hash: string): string {
  let url = known.get(hash)
  if (url === undefined) known.set(hash, (url = draw(hash)))
  return url
}

const isDigits = (text: string) => [...text].every((digit) => DIGITS.includes(digit))
const digits = (text: string) => [...text].reduce((value, digit) => value * 83 + DIGITS.indexOf(digit), 0)
const toLinear = (byte: number) => (byte <= 10.31475 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4)
/** Not rounded or limited to 255, because Uint8ClampedArray does both. */
const toByte = (value: number) => 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

/** Linear red, green and blue of each cosine component. The first component is the average colour. */
function coloursOf(hash: string, count: number): number[][] {
  const strongest = (digits(hash[1]!) + 1) / 166
  const average = digits(hash.slice(2, 6))
  const colours = [[average >> 16, (average >> 8) & 255, average & 255].map(toLinear)]
  for (let i = 1; i < count; i++) {
    const value = digits(hash.slice(4 + i * 2, 6 + i * 2))
    const levels = [Math.floor(value / 361), Math.floor(value / 19) % 19, value % 19].map((level) => (level - 9) / 9)
    colours.push(levels.map((level) => Math.sign(level) * level ** 2 * strongest))
  }
  return colours
}

/** The cosine of each component for each pixel of a side. */
const cosines = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    Array.from({ length: SIDE_PX }, (__, pixel) => Math.cos((Math.PI * pixel * i) / SIDE_PX)),
  )

/**
 * A page of works draws 24 of these before it shows anything. So the loops allocate nothing, and the picture is a BMP,
 * which is only a header and the pixels: a canvas and its PNG took five times as long.
 */
function draw(hash: string): string {
  const size = digits(hash[0] ?? '')
  const [across, down] = [(size % 9) + 1, Math.floor(size / 9) + 1]
  if (hash.length !== 4 + 2 * across * down || !isDigits(hash)) return ''
  const colours = coloursOf(hash, across * down)
  const [columns, rows] = [cosines(across), cosines(down)]
  const bytes = new Uint8ClampedArray(bmpHeader.length + SIDE_PX ** 2 * 3)
  bytes.set(bmpHeader)
  let at = bmpHeader.length
  for (let y = SIDE_PX - 1; y >= 0; y--)
    for (let x = 0; x < SIDE_PX; x++) {
      let [red, green, blue] = [0, 0, 0]
      for (let i = 0; i < colours.length; i++) {
        const colour = colours[i]!
        const weight = columns[i % across]![x]! * rows[Math.floor(i / across)]![y]!
        red += colour[0]! * weight
        green += colour[1]! * weight
        blue += colour[2]! * weight
      }
      bytes[at++] = toByte(blue)
      bytes[at++] = toByte(green)
      bytes[at++] = toByte(red)
    }
  return `data:image/bmp;base64,${btoa(String.fromCharCode(...bytes))}`
}
