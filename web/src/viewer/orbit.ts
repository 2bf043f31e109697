import { MathUtils } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { cameraPresets, type CameraPreset, type Appearance } from '@toile/contracts/models/appearance.constants'
import type { LoadedModel } from '@toile/scene/model'
import type { PlaceInPicture, SurfacePoint } from '@toile/scene/picking'
import { createStage, type Stage } from '@toile/scene/stage'
import type { ThemeName } from '@toile/scene/themes'
import { keys } from './keys.js'

/** Above twice the pixels the eye sees no gain, and a phone's graphics chip gets hot. */
const MAX_PIXEL_RATIO = 2

/** Where the reader stands, for two viewers that turn together and for those who are told the side. */
export interface Pose {
  /** Degrees around the garment: 0 its front, 90 the wearer's left. */
  azimuth: number
  elevation: number
  position: [number, number, number]
  target: [number, number, number]
  /** Vertical field of view in degrees. */
  fov: number
  /** How near and how far one may go. */
  reach: [number, number]
}

export interface OrbitOptions {
  /** Positioned element that the canvas fills; it takes the keyboard's focus. */
  host: HTMLElement
  model: LoadedModel
  theme: ThemeName
  /** The browser took the graphics context away: nothing is drawn any more. */
  onLost: () => void
  /** After each picture: marks on the garment have to be put in place anew. */
  onDrawn?: () => void
}

/** Turns a model under the pointer and the keys. Draws only when something moved. Throws when WebGL 2 is missing. */
export class Orbit {
  readonly #host: HTMLElement
  readonly #canvas = document.createElement('canvas')
  readonly #stage: Stage
  readonly #controls: OrbitControls
  readonly #resizes: ResizeObserver
  readonly #onDrawn: (() => void) | undefined
  /** Aborted at the end, which takes every listener off. */
  readonly #ended = new AbortController()
  #model: LoadedModel
  #drawing = 0
  #moved = false

  constructor({ host, model, theme, onLost, onDrawn }: OrbitOptions) {
    this.#host = host
    this.#onDrawn = onDrawn
    this.#model = model
    const { clientWidth: width, clientHeight: height } = host
    const pixelRatio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO)
    this.#stage = createStage({ canvas: this.#canvas, width, height, pixelRatio, theme })
    this.#stage.show(model)
    host.append(this.#canvas)

    this.#controls = new OrbitControls(this.#stage.camera, this.#canvas)
    // Gliding on after the hand has let go is motion that nobody asked for.
    this.#controls.enableDamping = !matchMedia('(prefers-reduced-motion: reduce)').matches
    this.#controls.enableZoom = false
    this.#controls.addEventListener('change', () => this.#draw())
    this.#controls.addEventListener('start', () => (this.#moved = true))

    const { signal } = this.#ended
    this.#canvas.addEventListener('pointerdown', () => host.focus({ preventScroll: true }), { signal })
    this.#canvas.addEventListener('webglcontextlost', onLost, { signal })
    // The wheel scrolls the page until the viewer is the thing in use.
    host.addEventListener('focus', () => (this.#controls.enableZoom = true), { signal })
    host.addEventListener('blur', () => (this.#controls.enableZoom = false), { signal })
    host.addEventListener('keydown', (event) => this.#onKey(event), { signal })
    this.#resizes = new ResizeObserver(() => this.#resize())
    this.#resizes.observe(host)
    this.reset()
  }

  /** Shows the model in this light, colourway, pose and so on. */
  async applyAppearance(appearance: Appearance): Promise<void> {
    await this.#stage.applyAppearance(appearance)
    this.#draw()
  }

  /** Puts a finer level of the same garment in place of the one shown: camera, light and pose stay. */
  async refine(model: LoadedModel): Promise<void> {
    await this.#stage.refine(model)
    this.#model = model
    this.#draw()
  }

  /** What is shown now. */
  get model(): LoadedModel {
    return this.#model
  }

  /** Back to the view of the poster, or to one of the sides. */
  reset(preset: CameraPreset = 'threeQuarter'): void {
    this.#moved = preset !== 'threeQuarter'
    this.#stopGliding()
    this.#controls.target.copy(this.#stage.frame(cameraPresets[preset]))
    const distance = this.#stage.camera.position.distanceTo(this.#controls.target)
    this.#controls.minDistance = distance * 0.15
    this.#controls.maxDistance = distance * 3
    this.#controls.update()
    this.#draw()
  }

  /** Only an update without damping empties what is left of the last turn; it would carry the new view away. */
  #stopGliding(): void {
    const { enableDamping } = this.#controls
    this.#controls.enableDamping = false
    this.#controls.update()
    this.#controls.enableDamping = enableDamping
  }

  pose(): Pose {
    const azimuth = MathUtils.euclideanModulo(MathUtils.radToDeg(this.#controls.getAzimuthalAngle()), 360)
    return {
      azimuth,
      elevation: 90 - MathUtils.radToDeg(this.#controls.getPolarAngle()),
      position: this.#stage.camera.position.toArray(),
      target: this.#controls.target.toArray(),
      fov: this.#stage.camera.fov,
      reach: [this.#controls.minDistance, this.#controls.maxDistance],
    }
  }

  /** Stands where another viewer stands, so that two garments are seen by one camera. */
  follow({ position, target, reach }: Pose): void {
    this.#moved = true
    this.#stopGliding()
    ;[this.#controls.minDistance, this.#controls.maxDistance] = reach
    this.#stage.camera.position.fromArray(position)
    this.#controls.target.fromArray(target)
    this.#controls.update()
    this.#draw()
  }

  /** The point of the garment under a point of the page, in CSS pixels of the window. */
  pick(clientX: number, clientY: number): SurfacePoint | null {
    const box = this.#canvas.getBoundingClientRect()
    return this.#stage.pick(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2)
  }

  locate(point: readonly [number, number, number]): PlaceInPicture {
    return this.#stage.locate(point)
  }

  covers(point: readonly [number, number, number]): boolean {
    return this.#stage.covers(point)
  }

  /** What is on screen as a PNG, in the screen's own pixels. */
  async takePicture(): Promise<Blob> {
    // The browser may clear the canvas after this task, so it is drawn and read in one.
    this.#stage.render()
    const blob = await new Promise<Blob | null>((resolve) => this.#canvas.toBlob(resolve, 'image/png'))
    if (!blob) throw new Error('the picture could not be encoded')
    return blob
  }

  dispose(): void {
    this.#ended.abort()
    this.#resizes.disconnect()
    cancelAnimationFrame(this.#drawing)
    this.#controls.dispose()
    this.#stage.dispose()
    this.#canvas.remove()
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.#host) return
    const act = event.key.toLowerCase() === 'r' ? () => this.reset() : keys[event.key]
    if (!act) return
    event.preventDefault()
    this.#moved = true
    act(this.#controls)
  }

  /** While nobody has moved it, the model keeps filling the picture; after that, the reader's own view stays. */
  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#host
    if (width === 0 || height === 0) return
    this.#stage.resize(width, height)
    if (this.#moved) this.#draw()
    else this.reset()
  }

  #draw(): void {
    if (this.#drawing) return
    this.#drawing = requestAnimationFrame(() => {
      this.#drawing = 0
      // Damping goes on by this call, which asks for the next picture itself for as long as something moves.
      this.#controls.update()
      this.#stage.render()
      this.#onDrawn?.()
    })
  }
}
