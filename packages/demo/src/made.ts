import { madeOnce } from './code-cache.js'
import type { DemoGarment } from './garments/demo-garments.js'

/**
 * A garment's .glb. Making all garments takes one core-minute, so the current code's output is cached for new data
 * folders, tests and the gallery.
 */
export function madeGarment({ name, build }: Pick<DemoGarment, 'name' | 'build'>): Promise<Uint8Array> {
  return madeOnce(['garments', ['packages/demo/dist/garments']], `${name}.glb`, build)
}
