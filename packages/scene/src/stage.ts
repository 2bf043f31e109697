import type { Vector3 } from 'three'
import { NeutralToneMapping, PCFShadowMap, PerspectiveCamera, Scene, WebGLRenderer } from 'three'
import { createBackdrop } from './backdrop.js'
import { aimCamera, defaultView } from './camera.js'
import type { View } from './framing.js'
import { createGround } from './ground.js'
import { addLights } from './lights.js'
import { disposeModel, type LoadedModel } from './model.js'
import { themes, type ThemeName } from './themes.js'

export interface StageOptions {
  canvas: HTMLCanvasElement
  /** CSS pixels; the canvas holds `pixelRatio` times as many each way. */
  width: number
  height: number
  pixelRatio: number
  theme: ThemeName
}

export interface Stage {
  camera: PerspectiveCamera
  /** Puts the model on the ground, in place of the one before; the stage disposes of it. */
  show(model: LoadedModel): void
  /** Aims the camera so that the model fills the picture. @returns the point that the camera looks at */
  frame(view?: Partial<View>): Vector3
  resize(width: number, height: number): void
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
export function createStage({ canvas, width, height, pixelRatio, theme: themeName }: StageOptions): Stage {
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
  const removeLights = addLights(scene, renderer, theme)
  const backdrop = createBackdrop(theme)
  const ground = createGround(renderer, theme)
  scene.add(backdrop, ground.mesh)
  let model: LoadedModel | null = null

  const resize = (toWidth: number, toHeight: number) => {
    renderer.setSize(toWidth, toHeight, false)
    camera.aspect = toWidth / toHeight
    camera.updateProjectionMatrix()
  }
  resize(width, height)

  const clearModel = () => {
    if (!model) return
    model.object.removeFromParent()
    disposeModel(model.object)
    model = null
  }

  return {
    camera,
    resize,
    show(shown) {
      clearModel()
      model = shown
      scene.add(shown.object)
      ground.bake(shown.object)
      renderer.shadowMap.needsUpdate = true
    },
    frame(view = {}) {
      if (!model) throw new Error('show a model first')
      return aimCamera(camera, model.points, { ...defaultView, ...view })
    },
    render() {
      renderer.render(scene, camera)
    },
    isModelVisible() {
      backdrop.visible = ground.mesh.visible = false
      renderer.render(scene, camera)
      backdrop.visible = ground.mesh.visible = true
      const gl = renderer.getContext()
      const pixels = new Uint8Array(gl.drawingBufferWidth * gl.drawingBufferHeight * 4)
      gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
      return pixels.some((value, i) => i % 4 === 3 && value > 0)
    },
    dispose() {
      clearModel()
      removeLights()
      ground.dispose()
      disposeModel(backdrop)
      renderer.dispose()
      // Browsers keep about 16 contexts a page and drop the oldest: give this one back now, not at garbage collection.
      renderer.forceContextLoss()
    },
  }
}
