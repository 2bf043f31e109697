import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import fc from 'fast-check'
import t from '@toile/testing/tap'
import { ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import { findUpload } from '@toile/db/uploads/uploads'
import { storageKey } from '@toile/storage/keys'
import { damaged } from '@toile/testing/damage'
import { makeObjZip, makeUsdz } from '@toile/testing/garments/convertible'
import { fuzz } from '@toile/testing/fuzz'
import { zip64Counting } from '@toile/testing/hostile/zip-by-hand'
import { until } from '@toile/testing/until'
import { corpus, type RawRequest } from './fuzz-corpus.test-support.js'
import { announce, startTestApi, type Person, type TestApi } from './test-api.js'
import { CaptionsProblem, plainCaptions } from './webvtt.js'
import { namesInZip } from './zip-names.js'

const SIZE = 12
const PATIENCE_MS = 10_000

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

function exchange(bytes: Buffer, isWhole: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(api.config.port, '127.0.0.1')
    let response = ''
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer')))
    socket.on('data', (part) => (response += part.toString('latin1')))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      /ECONNRESET|EPIPE/.test(error.code ?? '') ? resolve(response) : reject(error),
    )
    socket.on('close', () => resolve(response))
    // If the body is chunked or shorter than announced, the server may wait for more, so the client ends its side.
    socket.write(bytes, () => !isWhole && socket.end())
  })
}

let ann: Person | undefined
async function upload(): Promise<{ person: Person; path: string; id: string; source: Buffer }> {
  let response = ann && (await announce(ann, SIZE))
  if (response?.status !== 201) response = await announce((ann = await api.person()), SIZE)
  const path = response.headers.get('location')
  if (!path) throw new Error('an upload could not be announced any more')
  return { person: ann!, path, id: path.split('/').at(-1)!, source: randomBytes(SIZE * 2) }
}

const stored = async (key: string): Promise<Buffer> => {
  if (!(await api.storage.stat(key))) return Buffer.alloc(0)
  const parts: Buffer[] = []
  for await (const part of await api.storage.get(key)) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function isWhole({ headers, bytes }: RawRequest): boolean {
  const framed = headers.filter((header) => /^(content-length|transfer-encoding)/i.test(header))
  return framed.every((header) => Number(/^content-length: *(\d+)$/i.exec(header)?.[1] ?? Infinity) <= bytes)
}

async function handle(requests: readonly RawRequest[]): Promise<void> {
  const { person, path, id, source } = await upload()
  const { originalKey: key } = (await findUpload(api.db, id))!
  let patienceEnds = 0
  for (const request of requests) {
    const head = [
      `${request.line} HTTP/1.1`,
      'Host: 127.0.0.1',
      `Authorization: Bearer ${person.token}`,
      'Connection: close',
      ...request.headers,
    ]
    const text = `${head.join('\r\n').replaceAll(':own', id)}\r\n\r\n`
    const body = source.subarray(request.from, request.from + request.bytes)
    const response = await exchange(Buffer.concat([Buffer.from(text, 'latin1'), body]), isWhole(request))
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1] ?? 0)
    if (status >= 500 || (status === 0 && response !== '')) throw new Error(`answered: ${response.slice(0, 500)}`)
    patienceEnds = Date.now() + PATIENCE_MS
    await assertWhole()
  }
  const left = (await (await person.call('GET', '/uploads')).json()) as { items: { id: string }[] }
  for (const item of left.items)
    await person.call('DELETE', `/uploads/${item.id}`, { headers: { 'tus-resumable': '1.0.0' } })

  /** The client may close before the server has stored the bytes, so a wrong state counts only if it persists. */
  async function assertWhole() {
    let wrong: string | undefined
    await until(async () => {
      wrong = await fault()
      return !wrong || Date.now() > patienceEnds
    })
    if (wrong) throw new Error(wrong)
  }

  /** Names a fault: stored bytes that are no prefix of the source, a wrong HEAD, wrong events, or a lost upload. */
  async function fault(): Promise<string | undefined> {
    const row = await findUpload(api.db, id)
    const bytes = await stored(key)
    if (!row) return bytes.length === SIZE ? 'a complete upload was removed' : undefined
    if (!bytes.equals(source.subarray(0, bytes.length)) || bytes.length > SIZE)
      return `stored ${bytes.toString('hex')} of ${source.toString('hex')}`
    const seen = await person.call('HEAD', path, { headers: { 'tus-resumable': '1.0.0' } })
    if (seen.status !== 200 || seen.headers.get('upload-offset') !== String(bytes.length))
      return `HEAD says ${seen.status} ${seen.headers.get('upload-offset')} of ${bytes.length}`
    const events = await api.db.selectFrom('events').select('type').where('subject_id', '=', id).execute()
    return events.length === (bytes.length === SIZE ? 1 : 0) ? undefined : `${events.length} events`
  }
}

const strange = fc.oneof(
  { weight: 3, arbitrary: fc.nat(SIZE).map(String) },
  fc.constantFrom(
    '',
    '-1',
    '1.5',
    '1e1',
    '0x3',
    '03',
    '+3',
    ' 3',
    '3,3',
    'NaN',
    '999999999999999999999',
    '\x013',
    '\xff',
  ),
  fc.string({ maxLength: 8 }).map((text) => text.replace(/[\r\n]/g, ' ')),
)
const metadata = fc.oneof(
  fc.base64String({ maxLength: 20 }).map((value) => `filename ${value}`),
  fc.constantFrom(
    'kind bW9kZWw=',
    'kind bW9kZWw=,kind dmlkZW8=',
    'kind',
    ',',
    'a b c',
    'filename =',
    `x ${'A'.repeat(6_000)}`,
  ),
  fc.string({ maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, ' ')),
)
const named = (name: string, values: fc.Arbitrary<string>) => values.map((value) => `${name}: ${value}`)
const header = fc.oneof(
  { weight: 4, arbitrary: named('Upload-Offset', strange) },
  { weight: 3, arbitrary: named('Content-Length', strange) },
  { weight: 2, arbitrary: named('Upload-Length', strange) },
  named('Upload-Metadata', metadata),
  named('Upload-Defer-Length', fc.constantFrom('1', '0', 'true')),
  named('Upload-Concat', fc.constantFrom('partial', 'final;/uploads/:own', 'final;')),
  named('Upload-Checksum', fc.constantFrom('sha1 AAAA', 'md5', 'crc32 \xff')),
  named('X-HTTP-Method-Override', fc.constantFrom('DELETE', 'PATCH', 'HEAD', 'GET', 'POST')),
  named('Tus-Resumable', fc.constantFrom('1.0.0', '0.2.2', '')),
  named('Content-Type', fc.constantFrom('application/offset+octet-stream', 'application/json', 'text/plain; a=b', '')),
  named('Transfer-Encoding', fc.constantFrom('chunked', 'gzip', 'chunked, identity')),
  named('Expect', fc.constantFrom('100-continue', 'x')),
  named('X-Forwarded-Proto', fc.constantFrom('https', 'x')),
  fc.constantFrom(
    'no colon',
    ': no name',
    'Upload-Offset : 0',
    ' folded',
    'Upload-Offset: 0\n',
    `X: ${'x'.repeat(20_000)}`,
  ),
)
const request: fc.Arbitrary<RawRequest> = fc.record({
  line: fc.oneof(
    { weight: 6, arbitrary: fc.constant('PATCH /uploads/:own') },
    fc.constantFrom('HEAD /uploads/:own', 'DELETE /uploads/:own', 'GET /uploads/:own', 'PUT /uploads/:own'),
    { weight: 2, arbitrary: fc.constant('POST /uploads') },
    fc.constantFrom('OPTIONS /uploads', 'PATCH /api/uploads/:own', 'PATCH /uploads/:own/', 'PATCH /uploads/:own%00'),
  ),
  headers: fc
    .record({
      usual: fc.subarray(['Tus-Resumable: 1.0.0', 'Content-Type: application/offset+octet-stream']),
      others: fc.array(header, { maxLength: 4 }),
    })
    .map(({ usual, others }) => [...usual, ...others]),
  from: fc.nat(SIZE),
  bytes: fc.nat(SIZE + 2),
})
const right: fc.Arbitrary<RawRequest> = fc
  .record({ from: fc.nat(SIZE), bytes: fc.nat(SIZE) })
  .map(({ from, bytes }) => ({
    line: 'PATCH /uploads/:own',
    headers: [
      'Tus-Resumable: 1.0.0',
      'Content-Type: application/offset+octet-stream',
      `Upload-Offset: ${from}`,
      `Content-Length: ${bytes}`,
    ],
    from,
    bytes,
  }))

await t.test(
  'U13 every request to an upload gets an answer, and its bytes are a prefix of what was sent',
  async (t) => {
    const others = (await announce(await api.person(), SIZE)).headers.get('location')!
    await fuzz(t, {
      kept: corpus,
      made: fc.array(fc.oneof(request, right), { minLength: 1, maxLength: 6 }),
      handle,
      runs: 60,
    })
    t.ok(await findUpload(api.db, others.split('/').at(-1)!), "another user's upload is unchanged")
  },
)

const CUE = `00:00:01.000 --> 00:00:02.500 line:0\nA toile\n`
const captions = [
  `WEBVTT - a title\n\n${CUE}\n2\n${CUE}`,
  `\uFEFFWEBVTT\n\nNOTE a\nb\n\nSTYLE\n::cue {}\n\n${CUE.replaceAll('\n', '\r\n')}\n100:00:00.000 --> 100:00:01.000\n汉服\n`,
].map((text) => Buffer.from(text))

await t.test('damaged captions are refused by line or become plain, and plain ones stay unchanged', async (t) => {
  await fuzz(t, {
    kept: { nothing: Buffer.alloc(0), 'a mark alone': Buffer.from('\uFEFF'), 'a head alone': Buffer.from('WEBVTT') },
    made: damaged(captions),
    runs: 1_000,
    handle(bytes) {
      let plain
      try {
        plain = plainCaptions(bytes, 500_000)
      } catch (error) {
        if (error instanceof CaptionsProblem && error.line >= 1) return
        throw error
      }
      const again = plainCaptions(Buffer.from(plain.text), 500_000)
      if (again.text !== plain.text || again.cues !== plain.cues) throw new Error(`${plain.text} became ${again.text}`)
    },
  })
})

await t.test('U10 reads the names in a damaged archive, or refuses it', async (t) => {
  const key = storageKey('originals', newId())
  await fuzz(t, {
    kept: { 'an end alone': Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1') },
    made: damaged([await makeObjZip(), await makeUsdz(), zip64Counting(3)]),
    runs: 60,
    async handle(bytes) {
      await api.storage.put(key, bytes, { contentType: 'application/zip' })
      try {
        const names = await namesInZip(api.storage, { key, bytes: bytes.length })
        if (names.some((name) => typeof name !== 'string')) throw new Error('a name that is no text')
      } catch (error) {
        if (!(error instanceof ToileError)) throw error
      }
    },
  })
})
