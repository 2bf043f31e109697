import { BufferAttribute, BufferGeometry, Color, Mesh, ShaderMaterial } from 'three'
import type { Background } from '@toile/contracts/looks.constants'
import type { Theme } from './themes.js'

export interface Backdrop {
  mesh: Mesh
  /** The studio wall of the theme, nothing at all, or one even colour. */
  set(background: Background): void
}

/**
 * The studio wall: light in the middle, falling off softly to the corners. It is drawn behind everything, in screen
 * space, so it never moves while the model turns.
 */
export function createBackdrop(theme: Theme): Backdrop {
  // One triangle that covers the screen.
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3))
  const [bright, dim] = [new Color(theme.bright), new Color(theme.dim)]
  const material = new ShaderMaterial({
    uniforms: { bright: { value: bright }, dim: { value: dim } },
    vertexShader: `
      varying vec2 place;
      void main() { place = position.xy; gl_Position = vec4(position.xy, 1.0, 1.0); }`,
    // The noise of one grey step hides the bands that so slow a gradient shows in 8 bits. It depends on the pixel
    // alone, so two renders stay identical.
    fragmentShader: `
      varying vec2 place;
      uniform vec3 bright;
      uniform vec3 dim;
      float noise(vec2 p) { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); }
      void main() {
        float away = length((place - vec2(0.0, 0.15)) * vec2(0.62, 0.7));
        gl_FragColor = vec4(mix(bright, dim, smoothstep(0.15, 1.05, away)), 1.0);
        #include <colorspace_fragment>
        gl_FragColor.rgb += (noise(gl_FragCoord.xy) - 0.5) / 255.0;
      }`,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  })
  const mesh = new Mesh(geometry, material)
  mesh.frustumCulled = false
  mesh.renderOrder = -1
  return {
    mesh,
    set(background) {
      mesh.visible = background !== 'transparent'
      const isTheme = background === 'theme' || background === 'transparent'
      bright.set(isTheme ? theme.bright : background)
      dim.set(isTheme ? theme.dim : background)
    },
  }
}
