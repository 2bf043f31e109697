// For a page that shows nobody anything while it decodes: the viewer has a worker for it instead.
export { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js'
