// `corpus` lists requests of the upload protocol. Each entry once triggered a bug, in Toile or in another server.

/** `:own` in the request line and in the headers is replaced by the upload's id. */
export interface RawRequest {
  line: string
  /** Sent after the common headers (Host, Authorization, Connection), unchanged except for `:own`. */
  headers: string[]
  /** The body is the part of the upload that starts at this offset and is `bytes` long. */
  from: number
  bytes: number
}

const TUS = 'Tus-Resumable: 1.0.0'
const OCTETS = 'Content-Type: application/offset+octet-stream'
const append = (...headers: string[]): RawRequest => ({
  line: 'PATCH /uploads/:own',
  headers: [TUS, OCTETS, ...headers],
  from: 0,
  bytes: 4,
})
const create = (...headers: string[]): RawRequest => ({
  line: 'POST /uploads',
  headers: [TUS, ...headers],
  from: 0,
  bytes: 0,
})

export const corpus: Readonly<Record<string, readonly RawRequest[]>> = {
  'a deferred length, which is not supported': [create('Upload-Defer-Length: 1', 'Content-Length: 0')],
  'a length now and later': [create('Upload-Length: 4', 'Upload-Defer-Length: 1', 'Content-Length: 0')],
  'an upload concatenated from others': [
    create('Upload-Length: 4', 'Upload-Concat: final;/uploads/:own /uploads/:own', 'Content-Length: 0'),
  ],
  'a length with the bytes': [append('Upload-Offset: 0', 'Upload-Length: 4', 'Content-Length: 4')],
  'another method in a header': [
    { ...append('X-HTTP-Method-Override: DELETE', 'Content-Length: 0'), line: 'HEAD /uploads/:own', bytes: 0 },
    { ...create('X-HTTP-Method-Override: DELETE', 'Content-Length: 0'), line: 'POST /uploads' },
  ],
  'two lengths of a body': [append('Upload-Offset: 0', 'Content-Length: 4', 'Content-Length: 3')],
  'a body by its length and in chunks': [append('Upload-Offset: 0', 'Content-Length: 4', 'Transfer-Encoding: chunked')],
  'two offsets': [append('Upload-Offset: 0', 'Upload-Offset: 2', 'Content-Length: 4')],
  'an offset below zero': [append('Upload-Offset: -1', 'Content-Length: 4')],
  'a checksum, which is not offered': [append('Upload-Offset: 0', 'Upload-Checksum: sha1 AAAA', 'Content-Length: 4')],
  'names in no Base64': [create('Upload-Length: 4', 'Upload-Metadata: filename \xff\xfe,,kind', 'Content-Length: 0')],
  'a name with a zero byte': [create('Upload-Length: 4', 'Upload-Metadata: filetype AABBAA==', 'Content-Length: 0')],
  'fewer bytes than announced': [{ ...append('Upload-Offset: 0', 'Content-Length: 400'), bytes: 3 }],
  'an upload of nothing': [create('Upload-Length: 0', 'Content-Length: 0')],
}
