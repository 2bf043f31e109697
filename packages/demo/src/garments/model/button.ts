import type { Mesh } from '../body/surface.js'
import { lathe, rounded } from './lathe.js'
import { cross, plus, scale, type Vector } from './sheet.js'
import { unit, type Step } from './sweep.js'

/** A round button with a rim. `lift` is its distance from the point `at`. Sizes are in metres. */
export function button(
  { at, up }: Step,
  { radius, height, lift = 0 }: { radius: number; height: number; lift?: number },
): Mesh {
  const turned = lathe(
    rounded(
      [
        [0, height * 0.55],
        [radius * 0.62, height * 0.55],
        [radius * 0.78, height],
        [radius, height * 0.7],
        [radius * 0.96, 0],
      ],
      3,
    ),
    0,
    0,
    20,
  )
  return onto(turned, { at: plus(at, scale(up, lift)), up })
}

function onto(mesh: Mesh, { at, up }: Step, ahead: Vector = [0, 0, 1]): Mesh {
  const y = unit(up)
  const x = unit(cross(Math.abs(y[0] * ahead[0] + y[1] * ahead[1] + y[2] * ahead[2]) > 0.9 ? [0, -1, 0] : ahead, y))
  const z = cross(x, y)
  const turn = (values: Float32Array, move: Vector) => {
    const out = new Float32Array(values.length)
    for (let i = 0; i < values.length; i += 3)
      out.set(plus(move, plus(plus(scale(x, values[i]!), scale(y, values[i + 1]!)), scale(z, values[i + 2]!))), i)
    return out
  }
  return { ...mesh, positions: turn(mesh.positions, at), normals: turn(mesh.normals, [0, 0, 0]) }
}
