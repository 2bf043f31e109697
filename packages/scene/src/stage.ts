import type { DirectionalLight, Vector3 } from 'three'
import { NeutralToneMapping, PCFShadowMap, PerspectiveCamera, Scene, WebGLRenderer } from 'three'
import {
  defaultAppearance,
  type CameraPose,
  type Appearance,
  type Tile,
} from '@toile/contracts/models/appearance.constants'
import { createBackdrop } from './backdrop.js'
import { aimCamera, placeCamera, readPose } from './camera.js'
import { defaultView, type View } from './framing.js'
import { createGround } from './ground.js'
import type { Inspector } from './inspection.js'
import { createLights } from './lights.js'
import { disposeModel, disposeObject, type LoadedModel } from './model.js'
import { isCovered, locatePoint, pickPoint, type PlaceInPicture, type SurfacePoint } from './picking.js'
import type { PreparedSurroundings } from './surroundings.js'
import { themes, type ThemeName } from './themes.js'

export interface StageOptions {
  canvas: HTMLCanvasElement
  /** CSS pixels; the canvas has `pixelRatio` times as many each way. */
  width: number
  height: number
  pixelRatio: number
  theme: ThemeName
  surroundings?: PreparedSurroundings | undefined
}

interface Rig {
  renderer: WebGLRenderer
  scene: Scene
  camera: PerspectiveCamera
  key: DirectionalLight
}

export interface Stage {
  camera: PerspectiveCamera
  rig: Rig
  /** Replaces the earlier model and disposes of it. Resets colourway, animation and inspection. */
  show(model: LoadedModel): void
  /** Swaps in a finer level with the same appearance. The coarse level stays visible until the finer level is ready. */
  refine(model: LoadedModel): Promise<void>
  /** Applies only what changed. Resolves when the model can be rendered, that is, has the textures of its colourway. */
  applyAppearance(appearance: Appearance): Promise<void>
  frame(view?: Partial<View>): Vector3
  /** Moves the camera to a stored or received pose. @returns the point at which the camera looks */
  place(pose: CameraPose): Vector3
  pose(): CameraPose
  /** @param tile the part of the `width` x `height` picture that the canvas holds */
  resize(width: number, height: number, tile?: Tile): void
  /** The model's nearest point at x, y, which go from -1 (left, bottom) to 1 (right, top). Null beside the model. */
  pick(x: number, y: number): SurfacePoint | null
  locate(point: readonly [number, number, number]): PlaceInPicture
  covers(point: readonly [number, number, number]): boolean
  /** Read the canvas in the same task, before the browser clears it. */
  render(): void
  /** Whether any pixel of the model is visible. All triangles of a file can be degenerate or transparent. */
  isModelVisible(): boolean
  dispose(): void
}

/** The viewer and the preview renderer share this stage, so that they show the same. @throws Error without WebGL 2 */
export function createStage({
  canvas,
  width,
  height,
  pixelRatio,
  theme: themeName,
  surroundings,
}: StageOptions): Stage {
  const theme = themes[themeName]
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: 'high-performance' })
  renderer.setPixelRatio(pixelRatio)
  // Neutral keeps a fabric's colour, which filmic curves wash out. Neutral compresses only highlights.
  renderer.toneMapping = NeutralToneMapping
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = PCFShadowMap
  // The shadow map is drawn when the model, its pose or the lighting changes, and per studio sample, but not per frame.
  renderer.shadowMap.autoUpdate = false

  const scene = new Scene()
  const camera = new PerspectiveCamera()
  const lights = createLights(scene, renderer, theme, surroundings)
  lights.set(defaultAppearance.lighting, defaultAppearance.lightingRotation)
  const backdrop = createBackdrop(theme)
  const ground = createGround(renderer, theme)
  scene.add(backdrop.mesh, ground.mesh)
  let model: LoadedModel | null = null
  let inspector: Inspector | null = null
  let applied = defaultAppearance
  let isOver = false

  const resize = (toWidth: number, toHeight: number, tile?: Tile) => {
    renderer.setSize(tile?.width ?? toWidth, tile?.height ?? toHeight, false)
    camera.aspect = toWidth / toHeight
    if (tile) camera.setViewOffset(toWidth, toHeight, tile.x, tile.y, tile.width, tile.height)
    else camera.clearViewOffset()
    backdrop.crop(toWidth, toHeight, tile)
  }
  resize(width, height)

  const castShadow = ({ object }: LoadedModel) => {
    ground.bake(object)
    renderer.shadowMap.needsUpdate = true
  }

  const clearModel = () => {
    if (!model) return
    inspector?.dispose()
    model.object.removeFromParent()
    disposeModel(model)
    model = null
  }

  const show = (shown: LoadedModel) => {
    clearModel()
    model = shown
    inspector = null
    applied = { ...applied, colourway: null, animation: null, inspection: 'none' }
    scene.add(shown.object)
    castShadow(shown)
  }

  /** The inspector's code is loaded on demand, because few users need it. */
  const inspect = async (appearance: Appearance) => {
    if (appearance.inspection === 'none') return
    const { createInspector } = await import('./inspection.js')
    if (applied !== appearance || !model) return
    inspector ??= createInspector(model.object)
    inspector.show(appearance.inspection)
  }

  const shownModel = (): LoadedModel => {
    if (!model) throw new Error('call show() with a model first')
    return model
  }

  return {
    camera,
    rig: { renderer, scene, camera, key: lights.key },
    resize,
    show,
    pick: (x, y) => (model ? pickPoint(camera, model.object, x, y) : null),
    locate: (point) => locatePoint(camera, point),
    covers: (point) => model !== null && isCovered(camera, model.object, point),
    async refine(finer) {
      let colourway: string | null
      do {
        colourway = applied.colourway
        await finer.colourways.apply(colourway)
      } while (colourway !== applied.colourway)
      if (isOver) return disposeModel(finer)
      finer.animation.pose(applied.animation)
      const appearance = applied
      show(finer)
      applied = appearance
      await inspect(appearance)
    },
    async applyAppearance(appearance) {
      const before = applied
      applied = appearance
      if (appearance.lighting !== before.lighting || appearance.lightingRotation !== before.lightingRotation) {
        lights.set(appearance.lighting, appearance.lightingRotation)
        renderer.shadowMap.needsUpdate = true
      }
      renderer.toneMappingExposure = 2 ** appearance.exposure
      backdrop.set(appearance.background)
      if (!model) return
      if (appearance.animation !== before.animation) {
        model.animation.pose(appearance.animation)
        castShadow(model)
      }
      if (appearance.colourway === before.colourway && appearance.inspection === before.inspection) return
      // The inspector puts back the materials that it replaced, so it must do this before a colourway sets new ones.
      inspector?.show('none')
      await model.colourways.apply(appearance.colourway)
      await inspect(appearance)
    },
    frame: (view = {}) => aimCamera(camera, shownModel().points, { ...defaultView, ...view }),
    place: (pose) => placeCamera(camera, shownModel().points, pose),
    pose: () => readPose(camera, shownModel().points),
    render() {
      renderer.render(scene, camera)
    },
    isModelVisible() {
      const hidden = [backdrop.mesh, ground.mesh].filter((mesh) => mesh.visible)
      for (const mesh of hidden) mesh.visible = false
      renderer.render(scene, camera)
      for (const mesh of hidden) mesh.visible = true
      const gl = renderer.getContext()
      const pixels = new Uint8Array(gl.drawingBufferWidth * gl.drawingBufferHeight * 4)
      gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
      return pixels.some((value, i) => i % 4 === 3 && value > 0)
    },
    dispose() {
      isOver = true
      clearModel()
      lights.dispose()
      ground.dispose()
      disposeObject(backdrop.mesh)
      renderer.dispose()
      // Browsers keep about 16 WebGL contexts per page and drop the oldest. So this context is released at once,
      // instead of at garbage collection.
      renderer.forceContextLoss()
    },
  }
}
