import { DirectionalLight, PMREMGenerator, type Scene, type WebGLRenderer } from 'three'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'
import type { Theme } from './themes.js'

/**
 * Studio light for a model of 1 unit standing on the origin: a soft room all around, a large key light from the upper
 * left that casts the folds' shadows, and a weak light from behind that draws the edge.
 * @returns frees the room's texture and the shadow map
 */
export function addLights(scene: Scene, renderer: WebGLRenderer, theme: Theme): () => void {
  const generator = new PMREMGenerator(renderer)
  const room = new RoomEnvironment()
  const environment = generator.fromScene(room, 0.04)
  room.dispose()
  generator.dispose()
  scene.environment = environment.texture
  scene.environmentIntensity = theme.room

  const key = new DirectionalLight('#fff6ec', 1.9)
  key.position.set(-1.5, 2.6, 2.4)
  key.target.position.set(0, 0.4, 0)
  key.castShadow = true
  key.shadow.mapSize.set(2048, 2048)
  key.shadow.radius = 6
  // The model is 1 unit long, so these bounds always hold it; half a texel of bias keeps woven folds free of stripes.
  Object.assign(key.shadow.camera, { left: -0.9, right: 0.9, top: 0.9, bottom: -0.9, near: 1, far: 6 })
  key.shadow.bias = -0.0004
  key.shadow.normalBias = 0.004

  const rim = new DirectionalLight('#f1f4ff', 0.7)
  rim.position.set(1.8, 1.6, -2.2)

  scene.add(key, key.target, rim)
  return () => {
    environment.dispose()
    key.dispose()
    rim.dispose()
  }
}
