import type { OrbitControls } from 'three/addons/controls/OrbitControls.js'

const TURN_RADIANS = Math.PI / 24
const ZOOM = 0.9

export const keys: Record<string, (controls: OrbitControls) => void> = {
  ArrowLeft: (controls) => controls.rotateLeft(TURN_RADIANS),
  ArrowRight: (controls) => controls.rotateLeft(-TURN_RADIANS),
  ArrowUp: (controls) => controls.rotateUp(TURN_RADIANS),
  ArrowDown: (controls) => controls.rotateUp(-TURN_RADIANS),
  '+': (controls) => controls.dollyIn(ZOOM),
  '=': (controls) => controls.dollyIn(ZOOM),
  '-': (controls) => controls.dollyOut(ZOOM),
}
