import { glbWith, type HostileFile } from './hostile.js'

const withBuffer = (uri: string) => glbWith({ buffers: [{ byteLength: 36, uri }] })

export const hostileReferences: HostileFile[] = [
  {
    name: 'U11 buffer that climbs out of the folder',
    code: 'MODEL_EXTERNAL_REFERENCE',
    wholeWay: true,
    make: () => withBuffer('../../../../etc/passwd'),
  },
  {
    name: 'U11 buffer that climbs out, percent-encoded',
    code: 'MODEL_EXTERNAL_REFERENCE',
    make: () => withBuffer('%2e%2e/%2e%2e/etc/passwd'),
  },
  { name: 'U11 buffer at an absolute path', code: 'MODEL_EXTERNAL_REFERENCE', make: () => withBuffer('/etc/passwd') },
  { name: 'U11 buffer at a file URL', code: 'MODEL_EXTERNAL_REFERENCE', make: () => withBuffer('file:///etc/passwd') },
  {
    name: 'U11 buffer on another host',
    code: 'MODEL_EXTERNAL_REFERENCE',
    make: () => withBuffer('http://127.0.0.1:9/a.bin'),
  },
  {
    name: 'U11 picture on another host',
    code: 'MODEL_EXTERNAL_REFERENCE',
    make: () => glbWith({ images: [{ uri: 'https://example.com/a.png' }] }),
  },
  { name: 'U11 buffer that is not there', code: 'MODEL_FILE_MISSING', make: () => withBuffer('other.bin') },
]
