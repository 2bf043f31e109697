// For pages that decode in the main thread; the viewer uses a decoder in a worker instead.
export { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js'
