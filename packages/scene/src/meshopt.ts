// For pages that decode in the main thread; the viewer decodes in a worker.
export { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js'
