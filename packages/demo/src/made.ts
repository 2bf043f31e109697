import { madeOnce } from './code-cache.js'
import type { DemoGarment } from './garments/demo-garments.js'

/** Garments are cached per version of the code, because making all garments takes one minute on one core. */
export function madeGarment({ name, build }: Pick<DemoGarment, 'name' | 'build'>): Promise<Uint8Array> {
  return madeOnce(['garments', ['packages/demo/dist/garments']], `${name}.glb`, build)
}
