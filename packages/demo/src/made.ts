import { madeOnce } from './code-cache.js'
import type { DemoGarment } from './garments/demo-garments.js'

/**
 * The bytes of a garment's .glb. Making all garments takes a core a minute, so what the present code makes is kept: for the
 * next data folder, for the tests and for the gallery.
 */
export function madeGarment({ name, build }: Pick<DemoGarment, 'name' | 'build'>): Promise<Uint8Array> {
  return madeOnce(['garments', ['packages/demo/dist/garments']], `${name}.glb`, build)
}
