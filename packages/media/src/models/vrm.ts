import type { Document } from '@gltf-transform/core'
import { objectOf } from './json.js'
import type { Json } from './package.js'

/** An avatar is a glTF with these, for programs that move it: VRM 0 and 1. */
const FIRST = 'VRM'
const SECOND = 'VRMC_vrm'

const extensionsOf = (json: Json) => Object.keys(objectOf(json, 'extensions'))

/** Whether a model is a VRM avatar. */
export const isVrm = (json: Json) => extensionsOf(json).some((name) => name === FIRST || name === SECOND)

/** Whether it looks away from the side that is a glTF's front, as all of VRM 0 do; VRM 1 put that right. */
export const isVrmFromBehind = (json: Json) => extensionsOf(json).includes(FIRST)

/** Turns all scenes half around. */
export function turnAround(document: Document): void {
  for (const scene of document.getRoot().listScenes()) {
    const turned = document.createNode('Front').setRotation([0, 1, 0, 0])
    for (const node of scene.listChildren()) turned.addChild(node)
    scene.addChild(turned)
  }
}
