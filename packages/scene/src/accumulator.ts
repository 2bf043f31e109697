import {
  CustomBlending,
  FloatType,
  FramebufferTexture,
  Mesh,
  NearestFilter,
  NoBlending,
  OneFactor,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  WebGLRenderTarget,
  type WebGLRenderer,
} from 'three'

export interface Accumulator {
  start(): void
  /** Adds the canvas's pixels, which the browser clears after the task that drew them. Blocks until the GPU is done. */
  add(): void
  show(): void
  dispose(): void
}

const VERTEX_SHADER = `void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }`

// The canvas holds premultiplied sRGB, but the sum is linear.
const ADD_FRAGMENT = `
  uniform sampler2D picture;
  void main() {
    vec4 shown = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
    vec3 colour = shown.a > 0.0 ? min(shown.rgb / shown.a, 1.0) : vec3(0.0);
    gl_FragColor = vec4(sRGBTransferEOTF(vec4(colour, 1.0)).rgb * shown.a, shown.a);
  }`

const SHOW_FRAGMENT = `
  uniform sampler2D sum;
  uniform float count;
  void main() {
    vec4 mean = texelFetch(sum, ivec2(gl_FragCoord.xy), 0) / count;
    vec3 colour = mean.a > 0.0 ? mean.rgb / mean.a : vec3(0.0);
    gl_FragColor = vec4(sRGBTransferOETF(vec4(colour, 1.0)).rgb * mean.a, mean.a);
  }`

/** Averages pictures after tone mapping, as they look in the viewer. @throws Error if the GPU lacks EXT_float_blend */
export function createAccumulator(renderer: WebGLRenderer): Accumulator {
  if (!renderer.getContext().getExtension('EXT_float_blend'))
    throw new Error('the GPU cannot blend float textures (EXT_float_blend)')
  let target: WebGLRenderTarget | null = null
  let picture: FramebufferTexture | null = null
  let count = 0
  const plain = { vertexShader: VERTEX_SHADER, depthTest: false, depthWrite: false, toneMapped: false }
  const adding = new ShaderMaterial({
    ...plain,
    uniforms: { picture: { value: null } },
    fragmentShader: ADD_FRAGMENT,
    blending: CustomBlending,
    blendSrc: OneFactor,
    blendDst: OneFactor,
  })
  const showing = new ShaderMaterial({
    ...plain,
    uniforms: { sum: { value: null }, count: { value: 1 } },
    fragmentShader: SHOW_FRAGMENT,
    blending: NoBlending,
  })
  const screen = new Mesh(new PlaneGeometry(2, 2), adding)
  screen.frustumCulled = false
  const scene = new Scene().add(screen)
  const camera = new OrthographicCamera()
  const onePixel = new Float32Array(4)

  const draw = (material: ShaderMaterial, into: WebGLRenderTarget | null) => {
    screen.material = material
    renderer.autoClear = false
    renderer.setRenderTarget(into)
    renderer.render(scene, camera)
    renderer.setRenderTarget(null)
    renderer.autoClear = true
  }
  const drop = () => {
    target?.dispose()
    picture?.dispose()
  }

  return {
    start() {
      const { width, height } = renderer.domElement
      if (target?.width !== width || target.height !== height) {
        drop()
        target = new WebGLRenderTarget(width, height, {
          type: FloatType,
          minFilter: NearestFilter,
          magFilter: NearestFilter,
          depthBuffer: false,
        })
        picture = new FramebufferTexture(width, height)
        adding.uniforms.picture = { value: picture }
        showing.uniforms.sum = { value: target.texture }
      }
      count = 0
      renderer.setRenderTarget(target)
      renderer.clear()
      renderer.setRenderTarget(null)
    },
    add() {
      if (!target || !picture) throw new Error('call start() before add()')
      renderer.copyFramebufferToTexture(picture)
      draw(adding, target)
      count++
      // Reading waits for the GPU. Otherwise, hundreds of samples would queue there and could not be cancelled.
      renderer.readRenderTargetPixels(target, 0, 0, 1, 1, onePixel)
    },
    show() {
      showing.uniforms.count = { value: count }
      draw(showing, null)
    },
    dispose() {
      drop()
      for (const part of [adding, showing, screen.geometry]) part.dispose()
    },
  }
}
