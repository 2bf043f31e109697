import { BufferAttribute, BufferGeometry, Color, Mesh, ShaderMaterial, Vector2, Vector4 } from 'three'
import type { Background, Tile } from '@toile/contracts/models/appearance.constants'
import type { Theme } from './themes.js'

export interface Backdrop {
  mesh: Mesh
  set(background: Background): void
  /** The canvas shows this tile of a picture of `width` x `height` pixels, or the whole picture without a tile. */
  crop(width: number, height: number, tile?: Tile): void
}

/** The backdrop is drawn in screen space, so it stays still while the model turns. */
export function createBackdrop(theme: Theme): Backdrop {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3))
  const [bright, dim] = [new Color(theme.bright), new Color(theme.dim)]
  // Where the canvas lies in the whole picture: its centre and half size (-1 to 1), and its lower left pixel.
  const [part, corner] = [new Vector4(0, 0, 1, 1), new Vector2()]
  const material = new ShaderMaterial({
    uniforms: { bright: { value: bright }, dim: { value: dim }, part: { value: part }, corner: { value: corner } },
    vertexShader: `
      varying vec2 place;
      uniform vec4 part;
      void main() { place = position.xy * part.zw + part.xy; gl_Position = vec4(position.xy, 1.0, 1.0); }`,
    // Noise of one grey step hides banding in 8 bits. It depends on the pixel alone, so renders are reproducible.
    fragmentShader: `
      varying vec2 place;
      uniform vec3 bright;
      uniform vec3 dim;
      uniform vec2 corner;
      float noise(vec2 p) { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); }
      void main() {
        float away = length((place - vec2(0.0, 0.15)) * vec2(0.62, 0.7));
        gl_FragColor = vec4(mix(bright, dim, smoothstep(0.15, 1.05, away)), 1.0);
        #include <colorspace_fragment>
        gl_FragColor.rgb += (noise(gl_FragCoord.xy + corner) - 0.5) / 255.0;
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
    crop(width, height, tile = { x: 0, y: 0, width, height }) {
      const bottom = height - tile.y - tile.height
      corner.set(tile.x, bottom)
      const middle = [(2 * tile.x + tile.width) / width - 1, (2 * bottom + tile.height) / height - 1] as const
      part.set(...middle, tile.width / width, tile.height / height)
    },
  }
}
