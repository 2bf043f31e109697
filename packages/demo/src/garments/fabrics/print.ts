import sharp from 'sharp'
import { seededRandom } from '@toile/runtime/random'
import type { Fabric, Hex } from '../model/document.js'
import { plain, rgb, weave } from './weave.js'

export interface Print {
  ground: Hex
  petals: readonly Hex[]
  heart: Hex
  leaf: Hex
  size?: number
  seed?: number
}

/** Loosely painted flowers and leaves on a fine plain weave. The print is tileable. */
export async function floral({ ground, petals, heart, leaf, size = 1024, seed = 11 }: Print): Promise<Fabric> {
  const random = seededRandom(seed)
  const between = (low: number, high: number) => low + (high - low) * random()
  const drawn: { x: number; y: number; radius: number; svg: string }[] = []
  for (let tries = 0; tries < 900 && drawn.length < 46; tries++) {
    const isFlower = drawn.length < 16
    const radius = isFlower ? between(52, 86) : between(26, 44)
    const [x, y] = [between(0, 1000), between(0, 1000)]
    const apart = (a: number, b: number) => Math.min(Math.abs(a - b), 1000 - Math.abs(a - b))
    if (drawn.some((other) => Math.hypot(apart(x, other.x), apart(y, other.y)) < (radius + other.radius) * 0.92))
      continue
    const turn = between(0, 360)
    const svg = isFlower
      ? flower(radius, petals[drawn.length % petals.length]!, heart, random)
      : sprig(radius, leaf, random)
    drawn.push({ x, y, radius, svg: `<g transform="rotate(${turn.toFixed(1)})">${svg}</g>` })
  }
  const copies = drawn.flatMap(({ x, y, svg }) =>
    [-1000, 0, 1000].flatMap((dx) =>
      [-1000, 0, 1000].map(
        (dy) => `<g transform="translate(${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)})">${svg}</g>`,
      ),
    ),
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 1000 1000"><rect width="1000" height="1000" fill="${ground}"/>${copies.join('')}</svg>`
  const cloth = await weave({
    bind: plain,
    threads: 192,
    warp: [rgb('#ffffff')],
    weft: [rgb('#f6f6f6')],
    slub: 0.3,
    depth: 0.22,
    size,
  })
  const colour = await sharp(Buffer.from(svg))
    .removeAlpha()
    .composite([{ input: Buffer.from(cloth.colour!), blend: 'multiply' }])
    .jpeg({ quality: 84 })
    .toBuffer()
  return { ...cloth, colour: new Uint8Array(colour) }
}

function flower(radius: number, petal: Hex, heart: Hex, random: () => number): string {
  const petals = Array.from({ length: 5 }, (_, i) => {
    const wide = radius * (0.52 + 0.14 * random())
    const long = radius * (0.92 + 0.16 * random())
    const path = `M0 0C${(-wide).toFixed(1)} ${(-long * 0.45).toFixed(1)} ${(-wide * 0.7).toFixed(1)} ${(-long).toFixed(1)} 0 ${(-long * 0.94).toFixed(1)}C${(wide * 0.7).toFixed(1)} ${(-long).toFixed(1)} ${wide.toFixed(1)} ${(-long * 0.45).toFixed(1)} 0 0Z`
    const vein = `M0 ${(-long * 0.2).toFixed(1)}Q${(wide * 0.1).toFixed(1)} ${(-long * 0.5).toFixed(1)} 0 ${(-long * 0.8).toFixed(1)}`
    return `<g transform="rotate(${i * 72 + 10 * random()})"><path d="${path}" fill="${petal}" opacity="${(0.82 + 0.16 * random()).toFixed(2)}"/><path d="${vein}" stroke="#000" stroke-opacity=".12" stroke-width="2.4" fill="none"/></g>`
  })
  return `${petals.join('')}<circle r="${(radius * 0.2).toFixed(1)}" fill="${heart}"/><circle r="${(radius * 0.1).toFixed(1)}" fill="#000" fill-opacity=".25"/>`
}

function sprig(radius: number, leaf: Hex, random: () => number): string {
  const blade = (turn: number, long: number) => {
    const wide = long * 0.26
    return `<path transform="rotate(${turn.toFixed(1)})" d="M0 0C${wide.toFixed(1)} ${(-long * 0.3).toFixed(1)} ${wide.toFixed(1)} ${(-long * 0.7).toFixed(1)} 0 ${(-long).toFixed(1)}C${(-wide).toFixed(1)} ${(-long * 0.7).toFixed(1)} ${(-wide).toFixed(1)} ${(-long * 0.3).toFixed(1)} 0 0Z" fill="${leaf}" opacity="${(0.75 + 0.25 * random()).toFixed(2)}"/>`
  }
  return blade(0, radius * 1.25) + blade(48 + 14 * random(), radius) + blade(-50 - 14 * random(), radius * 0.9)
}
