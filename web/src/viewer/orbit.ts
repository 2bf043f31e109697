import { MathUtils } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { cameraPresets, type CameraPreset, type Appearance } from '@toile/contracts/models/appearance.constants'
import type { LoadedModel } from '@toile/scene/model'
import type { PlaceInPicture, SurfacePoint } from '@toile/scene/picking'
import { createStage, type Stage } from '@toile/scene/stage'
import type { ThemeName } from '@toile/scene/themes'
import { keys } from './keys.js'

/** A higher ratio looks the same but heats up a phone's GPU. */
const MAX_PIXEL_RATIO = 2

export interface Pose {
  /** The angle around the garment in degrees. 0 is its front, and 90 is the wearer's left. */
  azimuth: number
  elevation: number
  position: [number, number, number]
  target: [number, number, number]
  /** The vertical field of view, in degrees. */
  fov: number
  reach: [number, number]
}

export interface OrbitOptions {
  /** A positioned, focusable element, which the canvas fills. */
  host: HTMLElement
  model: LoadedModel
  theme: ThemeName
  /** Called when the browser drops the WebGL context. Nothing is drawn until the browser restores the context. */
  onLost: () => void
  onDrawn?: () => void
}

/** Turns a model by pointer and keys. Draws only when something changes. @throws Error without WebGL 2 */
export class Orbit {
  readonly #host: HTMLElement
  readonly #canvas = document.createElement('canvas')
  readonly #stage: Stage
  readonly #controls: OrbitControls
  readonly #resizes: ResizeObserver
  readonly #onDrawn: (() => void) | undefined
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
    // With reduced motion, the model must not glide on after release.
    this.#controls.enableDamping = !matchMedia('(prefers-reduced-motion: reduce)').matches
    this.#controls.enableZoom = false
    this.#controls.addEventListener('change', () => this.#draw())
    this.#controls.addEventListener('start', () => (this.#moved = true))

    const { signal } = this.#ended
    this.#canvas.addEventListener('pointerdown', () => host.focus({ preventScroll: true }), { signal })
    this.#canvas.addEventListener('webglcontextlost', onLost, { signal })
    // The wheel scrolls the page until the viewer has focus.
    host.addEventListener('focus', () => (this.#controls.enableZoom = true), { signal })
    host.addEventListener('blur', () => (this.#controls.enableZoom = false), { signal })
    host.addEventListener('keydown', (event) => this.#onKey(event), { signal })
    this.#resizes = new ResizeObserver(() => this.#resize())
    this.#resizes.observe(host)
    this.reset()
  }

  async applyAppearance(appearance: Appearance): Promise<void> {
    await this.#stage.applyAppearance(appearance)
    this.#draw()
  }

  async refine(model: LoadedModel): Promise<void> {
    await this.#stage.refine(model)
    this.#model = model
    this.#draw()
  }

  get model(): LoadedModel {
    return this.#model
  }

  /** Moves the camera to `preset`. The default is the angle of the first preview picture that the server makes. */
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

  /** Ends a glide, which would move the new view. OrbitControls ends a glide only in an update() without damping. */
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

  follow({ position, target, reach }: Pose): void {
    this.#moved = true
    this.#stopGliding()
    ;[this.#controls.minDistance, this.#controls.maxDistance] = reach
    this.#stage.camera.position.fromArray(position)
    this.#controls.target.fromArray(target)
    this.#controls.update()
    this.#draw()
  }

  /** The point of the garment at window coordinates (CSS pixels). It is null if the garment is not there. */
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

  async takePicture(): Promise<Blob> {
    // The picture is drawn and read in one task, because the browser may clear the canvas afterwards.
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

  /** Fits the camera to the new size, unless it was moved or set to a preset other than the default. */
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
      // update() continues damping. While it moves the camera, its change event requests the next picture.
      this.#controls.update()
      this.#stage.render()
      this.#onDrawn?.()
    })
  }
}
