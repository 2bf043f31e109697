import {
  Box3,
  Color,
  Mesh,
  MeshDepthMaterial,
  OrthographicCamera,
  PlaneGeometry,
  RedFormat,
  Scene,
  ShaderMaterial,
  WebGLRenderTarget,
  type Object3D,
  type WebGLRenderer,
} from 'three'
import type { Theme } from './themes.js'

/** Side of the square that can hold shadow, in units of the model's longest side. Its textures have PIXELS a side. */
const SIDE = 2.6
const PIXELS = 512
/** How far the wide and the tight shadow spread, in units of the model's longest side. */
const WIDE = 0.32
const TIGHT = 0.06
/** Height up to which a surface darkens the ground, in units of the model's longest side. */
const REACH = 0.45

export interface Ground {
  mesh: Mesh
  /** Draws the model's soft shadow as seen from below. Call it once per model and pose, not per frame. */
  bake(model: Object3D): void
  dispose(): void
}

const PASS_THROUGH = `varying vec2 place; void main() { place = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`

const steps = Array.from({ length: 33 }, (_, i) => ({ at: i - 16, weight: Math.exp(-((i - 16) ** 2) / 98) }))
const weights = steps.reduce((sum, { weight }) => sum + weight, 0)
/** One direction of a Gaussian blur over 33 samples, unrolled because its weights are constant. */
const blurFragment = `
  varying vec2 place;
  uniform sampler2D picture;
  uniform vec2 stride;
  void main() {
    float sum = 0.0;
    ${steps.map(({ at, weight }) => `sum += texture2D(picture, place + ${at.toFixed(1)} * stride).r * ${(weight / weights).toFixed(9)};`).join('\n    ')}
    gl_FragColor = vec4(vec3(sum), 1.0);
  }`

const GROUND_FRAGMENT = `
  varying vec2 place;
  uniform sampler2D tight;
  uniform sampler2D wide;
  uniform vec3 colour;
  uniform float strength;
  void main() {
    float contact = texture2D(tight, place).r;
    float around = texture2D(wide, place).r;
    float fade = 1.0 - smoothstep(0.3, 0.5, length(place - 0.5));
    float alpha = strength * fade * clamp(0.55 * contact * contact + 0.75 * around, 0.0, 1.0);
    gl_FragColor = vec4(colour, alpha);
    #include <colorspace_fragment>
  }`

/** Makes a floor that shows only the model's shadow, which is dark where the model is close and faint further out. */
export function createGround(renderer: WebGLRenderer, theme: Theme): Ground {
  // The targets have one channel, which a software renderer reads much faster. Only the first target needs depth.
  const targets = Array.from(
    { length: 4 },
    (_, i) => new WebGLRenderTarget(PIXELS, PIXELS, { format: RedFormat, depthBuffer: i === 0 }),
  )
  const [seen, between, tight, wide] = targets as [
    WebGLRenderTarget,
    WebGLRenderTarget,
    WebGLRenderTarget,
    WebGLRenderTarget,
  ]
  const depth = new MeshDepthMaterial({ side: 2 })
  const blur = new ShaderMaterial({
    uniforms: { picture: { value: null }, stride: { value: [0, 0] } },
    vertexShader: PASS_THROUGH,
    fragmentShader: blurFragment,
    depthTest: false,
    depthWrite: false,
  })
  const screen = new Mesh(new PlaneGeometry(2, 2), blur)
  screen.frustumCulled = false
  const blurScene = new Scene().add(screen)

  // The camera looks up from ground level. MeshDepthMaterial draws near surfaces bright, so low surfaces are bright.
  const fromBelow = new OrthographicCamera(-SIDE / 2, SIDE / 2, SIDE / 2, -SIDE / 2, 0, REACH)
  fromBelow.rotation.x = Math.PI / 2

  const material = new ShaderMaterial({
    uniforms: {
      tight: { value: tight.texture },
      wide: { value: wide.texture },
      colour: { value: new Color(theme.shadowColour) },
      strength: { value: theme.shadow },
    },
    // The picture was baked by a camera that looks up, but the floor is seen from above. So the picture is mirrored.
    vertexShader: `varying vec2 place; void main() { place = vec2(uv.x, 1.0 - uv.y); gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
    fragmentShader: GROUND_FRAGMENT,
    transparent: true,
    depthWrite: false,
    toneMapped: false,
  })
  const mesh = new Mesh(new PlaneGeometry(SIDE, SIDE), material)
  mesh.rotation.x = -Math.PI / 2
  mesh.position.y = -0.002

  const pass = (from: WebGLRenderTarget, to: WebGLRenderTarget, stride: [number, number]) => {
    blur.uniforms.picture = { value: from.texture }
    blur.uniforms.stride = { value: stride }
    renderer.setRenderTarget(to)
    renderer.render(blurScene, fromBelow)
  }
  /** Restricts the blur to the area of the model and its shadow. Outside this area, the textures stay black. */
  const clipToShadowOf = (model: Object3D) => {
    const { min, max } = new Box3().setFromObject(model, true)
    const reach = Math.max(-min.x, -min.z, max.x, max.z) + WIDE
    const half = Math.min(PIXELS / 2, Math.ceil((reach / SIDE) * PIXELS) + 1) || PIXELS / 2
    for (const target of [between, tight, wide]) {
      // Clears an earlier model's shadow.
      target.scissorTest = false
      renderer.setRenderTarget(target)
      renderer.clear()
      target.scissorTest = true
      target.scissor.set(PIXELS / 2 - half, PIXELS / 2 - half, half * 2, half * 2)
    }
  }
  /** `radius` is the blur's reach in units of the model's longest side. */
  const blurInto = (to: WebGLRenderTarget, radius: number) => {
    const stride = radius / SIDE / 16
    pass(seen, between, [stride, 0])
    pass(between, to, [0, stride])
  }

  return {
    mesh,
    bake(model) {
      const scene = new Scene()
      const parent = model.parent
      scene.add(model)
      scene.overrideMaterial = depth
      const clear = renderer.getClearColor(new Color())
      const clearAlpha = renderer.getClearAlpha()
      renderer.setClearColor('#000000', 1)
      clipToShadowOf(model)
      renderer.setRenderTarget(seen)
      renderer.render(scene, fromBelow)
      blurInto(tight, TIGHT)
      blurInto(wide, WIDE)
      renderer.setRenderTarget(null)
      renderer.setClearColor(clear, clearAlpha)
      parent?.add(model)
    },
    dispose() {
      for (const target of targets) target.dispose()
      for (const part of [depth, blur, material, screen.geometry, mesh.geometry]) part.dispose()
    },
  }
}
