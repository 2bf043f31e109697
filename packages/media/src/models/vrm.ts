import type { Document } from '@gltf-transform/core'
import { objectOf } from './json.js'
import type { Json } from './package.js'

/** Extensions of VRM 0 and 1 avatars. */
const FIRST = 'VRM'
const SECOND = 'VRMC_vrm'

const extensionsOf = (json: Json) => Object.keys(objectOf(json, 'extensions'))

export const isVrm = (json: Json) => extensionsOf(json).some((name) => name === FIRST || name === SECOND)

/** A VRM 0 avatar faces away from glTF's front; a VRM 1 avatar does not. */
export const isVrmFromBehind = (json: Json) => extensionsOf(json).includes(FIRST)

export function turnAround(document: Document): void {
  for (const scene of document.getRoot().listScenes()) {
    const turned = document.createNode('Front').setRotation([0, 1, 0, 0])
    for (const node of scene.listChildren()) turned.addChild(node)
    scene.addChild(turned)
  }
}
