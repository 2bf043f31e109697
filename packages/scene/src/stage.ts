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
  /** CSS pixels; the canvas holds `pixelRatio` times as many each way. */
  width: number
  height: number
  pixelRatio: number
  theme: ThemeName
  /** Spares a machine without a graphics card the preparing of some lightings. */
  surroundings?: PreparedSurroundings | undefined
}

/** What a stage is made of, for those who draw it in another way. */
interface Rig {
  renderer: WebGLRenderer
  scene: Scene
  camera: PerspectiveCamera
  /** The light that casts the folds' shadows. */
  key: DirectionalLight
}

export interface Stage {
  camera: PerspectiveCamera
  rig: Rig
  /** Puts the model on the ground, in place of the one before; the stage disposes of it. */
  show(model: LoadedModel): void
  /**
   * Puts a finer level of the same garment in place of the coarse one, as that one is worn; nothing else changes. The
   * coarse one is shown until the other can be.
   */
  refine(model: LoadedModel): Promise<void>
  /**
   * Shows the model in this light, colourway, pose and so on; only what differs from the appearance before is done. Resolves
   * when it can be rendered: a colourway worn for the first time decodes its textures.
   */
  applyAppearance(appearance: Appearance): Promise<void>
  /** Aims the camera so that the model fills the picture. @returns the point that the camera looks at */
  frame(view?: Partial<View>): Vector3
  /** Puts the camera where another one stood, as pose() told. @returns the point that the camera looks at */
  place(pose: CameraPose): Vector3
  /** Where the camera stands now: given to place() on another stage it shows the same. */
  pose(): CameraPose
  /** @param tile the canvas holds only this part of a picture of `width` x `height` */
  resize(width: number, height: number, tile?: Tile): void
  /** The point of the model under a point of the picture; null beside the model. @param x @param y -1 to 1, up is 1 */
  pick(x: number, y: number): SurfacePoint | null
  /** Where a point of the model stands in the picture. */
  locate(point: readonly [number, number, number]): PlaceInPicture
  /** Whether the model itself stands in front of this point. */
  covers(point: readonly [number, number, number]): boolean
  /** Draws one picture into the canvas; read it in the same task, before the browser clears it. */
  render(): void
  /** Whether any pixel of the model would be drawn: a file can hold only folded-up or fully transparent triangles. */
  isModelVisible(): boolean
  dispose(): void
}

/**
 * A studio for one model on a canvas: the web viewer and the page that renders previews use this one, so that a preview
 * shows what the viewer shows. Throws when WebGL 2 is missing.
 */
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
  // Neutral keeps a fabric's colour where filmic curves would wash it out; only highlights are rolled off.
  renderer.toneMapping = NeutralToneMapping
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = PCFShadowMap
  // Model and lights stand still: the shadow map is drawn once a model, not once a frame.
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

  /** Few look that closely, so its materials come when they are asked for. */
  const inspect = async (appearance: Appearance) => {
    if (appearance.inspection === 'none') return
    const { createInspector } = await import('./inspection.js')
    if (applied !== appearance || !model) return
    inspector ??= createInspector(model.object)
    inspector.show(appearance.inspection)
  }

  /** Whatever looks at the model needs one. */
  const shownModel = (): LoadedModel => {
    if (!model) throw new Error('show a model first')
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
      // A stop is a doubling of the light.
      renderer.toneMappingExposure = 2 ** appearance.exposure
      backdrop.set(appearance.background)
      if (!model) return
      if (appearance.animation !== before.animation) {
        model.animation.pose(appearance.animation)
        castShadow(model)
      }
      if (appearance.colourway === before.colourway && appearance.inspection === before.inspection) return
      // The model's own materials have to be back before they can be changed for another colourway's.
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
      // Browsers keep about 16 contexts a page and drop the oldest: give this one back now, not at garbage collection.
      renderer.forceContextLoss()
    },
  }
}
