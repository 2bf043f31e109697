import { madeOnce } from './code-cache.js'
import type { DemoGarment } from './garments/demo-garments.js'

/** Cached per code version, because making all garments takes one core-minute. */
export function madeGarment({ name, build }: Pick<DemoGarment, 'name' | 'build'>): Promise<Uint8Array> {
  return madeOnce(['garments', ['packages/demo/dist/garments']], `${name}.glb`, build)
}
