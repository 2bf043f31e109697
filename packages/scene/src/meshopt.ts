// This decoder is for pages that decode in the main thread. The viewer uses a decoder in a worker instead.
export { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js'
