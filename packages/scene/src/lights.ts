import {
  BackSide,
  Color,
  DirectionalLight,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  SphereGeometry,
  type WebGLCubeRenderTarget,
  WebGLRenderer,
} from 'three'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'
import type { LightingName } from '@toile/contracts/models/appearance.constants'
import { lightings, type Lamp, type Lighting, type Panel } from './lightings.js'
import { disposeObject } from './model.js'
import { readSurroundings, SURROUNDINGS_SIDE, type PreparedSurroundings } from './surroundings.js'
import type { Theme } from './themes.js'

export interface Lights {
  key: DirectionalLight
  /** @param rotation turns all lights around the model, in degrees. The shadow map must be redrawn afterwards. */
  set(name: LightingName, rotation: number): void
  dispose(): void
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
const PANEL_DISTANCE = 5

/**
 * Lights a model 1 unit long at the origin. Makes each lighting's surroundings once, on first use, because this takes
 * seconds without a GPU.
 */
export function createLights(
  scene: Scene,
  renderer: WebGLRenderer,
  theme: Theme,
  fromPrepared?: PreparedSurroundings,
): Lights {
  const prepared = new Map<LightingName, WebGLCubeRenderTarget>()
  const prepare = (name: LightingName): WebGLCubeRenderTarget => {
    const target = prepared.get(name) ?? fromPrepared?.(renderer, name) ?? prepareSurroundings(renderer, name)
    prepared.set(name, target)
    return target
  }

  const key = new DirectionalLight()
  key.target.position.set(0, 0.4, 0)
  key.castShadow = true
  key.shadow.mapSize.set(2048, 2048)
  key.shadow.radius = 6
  // These bounds fit a model whose longest side is 1 unit. The biases avoid stripes (shadow acne) on folds.
  Object.assign(key.shadow.camera, { left: -0.9, right: 0.9, top: 0.9, bottom: -0.9, near: 1, far: 6 })
  key.shadow.bias = -0.0004
  key.shadow.normalBias = 0.004
  const rim = new DirectionalLight()
  scene.add(key, key.target, rim)
  scene.environmentIntensity = theme.room

  return {
    key,
    set(name, rotation) {
      scene.environment = prepare(name).texture
      scene.environmentRotation.y = radians(rotation)
      place(key, lightings[name].key, rotation)
      place(rim, lightings[name].rim, rotation)
    },
    dispose() {
      for (const target of prepared.values()) target.dispose()
      key.dispose()
      rim.dispose()
    },
  }
}

export function readSurroundingsOf(canvas: HTMLCanvasElement, name: LightingName): Uint8Array<ArrayBuffer> {
  const renderer = new WebGLRenderer({ canvas })
  const bytes = readSurroundings(renderer, prepareSurroundings(renderer, name))
  renderer.dispose()
  return bytes
}

/** PMREMGenerator makes at least 256 pixels a side and has no option for fewer. */
class SmallGenerator extends PMREMGenerator {
  protected _cubeSize = 0
  protected _setSize() {
    this._cubeSize = SURROUNDINGS_SIDE
  }
}

function prepareSurroundings(renderer: WebGLRenderer, name: LightingName): WebGLCubeRenderTarget {
  const generator = new SmallGenerator(renderer)
  const { surroundings } = lightings[name]
  const around = surroundings === 'room' ? new RoomEnvironment() : buildSurroundings(surroundings)
  const target = generator.fromScene(around, 0.04)
  if (around instanceof RoomEnvironment) around.dispose()
  else disposeObject(around)
  generator.dispose()
  return target
}

function place(light: DirectionalLight, lamp: Lamp, rotation: number): void {
  light.color.set(lamp.colour)
  light.intensity = lamp.intensity
  const [x, y, z] = lamp.position
  const [sin, cos] = [Math.sin(radians(rotation)), Math.cos(radians(rotation))]
  light.position.set(x * cos + z * sin, y, z * cos - x * sin)
}

type Surroundings = Exclude<Lighting['surroundings'], 'room'>

function buildSurroundings({ dome, ground, strength, panels }: Surroundings): Scene {
  const scene = new Scene()
  const glow = (colour: string, times: number, side: typeof BackSide | typeof DoubleSide) =>
    new MeshBasicMaterial({ color: new Color(colour).multiplyScalar(times), side, toneMapped: false })
  const half = (from: number, colour: string) =>
    new Mesh(new SphereGeometry(12, 24, 12, 0, Math.PI * 2, from, Math.PI / 2), glow(colour, strength, BackSide))
  scene.add(half(0, dome), half(Math.PI / 2, ground))
  for (const panel of panels) scene.add(buildPanel(panel, glow(panel.colour, panel.strength, DoubleSide)))
  return scene
}

function buildPanel({ azimuth, elevation, width, height }: Panel, material: MeshBasicMaterial): Mesh {
  const panel = new Mesh(new PlaneGeometry(width, height), material)
  const level = Math.cos(radians(elevation)) * PANEL_DISTANCE
  panel.position.set(
    Math.sin(radians(azimuth)) * level,
    Math.sin(radians(elevation)) * PANEL_DISTANCE,
    Math.cos(radians(azimuth)) * level,
  )
  panel.lookAt(0, 0, 0)
  return panel
}
