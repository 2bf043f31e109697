// Algorithm: https://github.com/woltapp/blurhash/blob/master/Algorithm.md. The npm package would be larger.

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'
const SIDE_PX = 24

const known = new Map<string, string>()

/** The data: URL of a picture of 24 x 24 px, which the caller stretches. It is '' if the hash is malformed. */
export function blurUrl(hash: string): string {
  let url = known.get(hash)
  if (url === undefined) known.set(hash, (url = draw(hash)))
  return url
}

const isDigits = (text: string) => [...text].every((digit) => DIGITS.includes(digit))
const digits = (text: string) => [...text].reduce((value, digit) => value * 83 + DIGITS.indexOf(digit), 0)
const toLinear = (byte: number) => (byte <= 10.31475 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4)
const toByte = (value: number) =>
  Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))

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

function draw(hash: string): string {
  const size = digits(hash[0] ?? '')
  const [across, down] = [(size % 9) + 1, Math.floor(size / 9) + 1]
  if (hash.length !== 4 + 2 * across * down || !isDigits(hash)) return ''
  const colours = coloursOf(hash, across * down)
  const picture = new ImageData(SIDE_PX, SIDE_PX)
  for (let y = 0; y < SIDE_PX; y++)
    for (let x = 0; x < SIDE_PX; x++) {
      const pixel = [0, 0, 0]
      for (const [i, colour] of colours.entries()) {
        const column = Math.cos((Math.PI * x * (i % across)) / SIDE_PX)
        const weight = column * Math.cos((Math.PI * y * Math.floor(i / across)) / SIDE_PX)
        for (const channel of [0, 1, 2]) pixel[channel]! += colour[channel]! * weight
      }
      picture.data.set([...pixel.map((value) => toByte(Math.min(1, Math.max(0, value)))), 255], (y * SIDE_PX + x) * 4)
    }
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIDE_PX
  canvas.getContext('2d')?.putImageData(picture, 0, 0)
  return canvas.toDataURL()
}
