// For pages without a reader; the viewer decodes in a worker.
export { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js'
