import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { Check } from 'typebox/value'
import t from '@toile/testing/tap'
import { ffmpeg, ffprobe, makeClip, makePhoneClip } from '@toile/testing/files/videos'
import { until } from '@toile/testing/until'
import { VideoFacts } from './answers.js'
import { findFfmpeg } from './executable.js'
import { makePoster, makeRenditions, makeStoryboard, probeVideo, type VideoWork } from './make.js'
import { planRenditions, timeoutMsOf } from './plan.js'

const folder = await mkdtemp(path.join(tmpdir(), 'toile-videos-'))
await chmod(folder, 0o755)
t.teardown(() => rm(folder, { recursive: true, force: true }))
const tools = findFfmpeg(process.env['FFMPEG_PATH'])!
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined

const workOn = async (file: string): Promise<VideoWork> => ({
  path: file,
  workDir: await mkdtemp(path.join(folder, 'work-')),
  tools,
  user,
})
const probe = async (file: string) => probeVideo(await workOn(file))
async function convert(file: string) {
  const work = await workOn(file)
  const facts = await probeVideo(work)
  const [first, ...rest] = planRenditions(facts)
  const renditions = await makeRenditions(work, facts, [first!], () => {})
  if (rest.length > 0) renditions.push(...(await makeRenditions(work, facts, rest, () => {})))
  return { facts, renditions, work }
}
/** Mean difference per channel (0 to 255) between `file`, turned clockwise, and `other`, both scaled down. */
async function difference(file: string, degrees: number, other: string): Promise<number> {
  const small = (bytes: string | Buffer) => sharp(bytes).resize(36, 64, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  const [one, two] = [await small(await sharp(file).rotate(degrees).png().toBuffer()), await small(other)]
  return one.reduce((sum, value, i) => sum + Math.abs(value - two[i]!), 0) / one.length
}
const boxesOf = (bytes: Buffer) => ['moov', 'mdat'].map((box) => bytes.indexOf(box))

await t.test('converts a file that only the worker may read and keeps its mode', async (t) => {
  const file = await makeClip(folder, 'private.mp4', { size: '64x48', seconds: 0.2, rate: 10 })
  await chmod(file, 0o600)
  t.match(await probe(file), { width: 64, height: 48 })
  t.equal((await stat(file)).mode & 0o777, 0o600)
})

await t.test('U18 a portrait phone video comes out upright, with sound and without its location', async (t) => {
  const { facts, renditions, work } = await convert(await makePhoneClip(folder))
  t.match(facts, { width: 720, height: 1280, isPlayable: false })
  t.same(
    renditions.map(({ name, width, height }) => [name, width, height]),
    [
      ['mp4.360', 360, 640],
      ['mp4.720', 720, 1280],
    ],
  )
  for (const made of renditions) {
    const { streams, format } = await ffprobe(made.path)
    t.match(streams, [
      { codec_name: 'h264', width: made.width, height: made.height, pix_fmt: 'yuv420p' },
      { codec_name: 'aac' },
    ])
    t.notOk(streams[0]!.side_data_list, 'no mark that turns it a second time')
    t.ok(Math.abs(Number(format.duration) - 2) < 0.2)
    const bytes = await readFile(made.path)
    const [moov, mdat] = boxesOf(bytes)
    t.ok(moov! < mdat!, 'fast start: the index comes before the pictures')
    for (const secret of ['48.8577', 'ISO6709', 'location']) t.notOk(bytes.includes(secret), secret)
  }
  const poster = await makePoster(work, facts)
  t.match(await sharp(poster.path).metadata(), { width: 720, height: 1280, format: 'png' })
  await t.test("turns the picture as the file's display matrix says", async (t) => {
    const [mark] = (await ffprobe(path.join(folder, 'phone.mov'))).streams[0]!.side_data_list as [{ rotation: number }]
    // A display matrix turns counterclockwise (ffmpeg, av_display_rotation_get).
    const clockwise = (360 - mark.rotation) % 360
    await ffmpeg(folder, '-i', 'lying.mp4', '-frames:v', '1', 'lying.png')
    await ffmpeg(folder, '-i', renditions[0]!.path, '-frames:v', '1', 'upright.png')
    const ways = [90, 180, 270]
    for (const picture of [path.join(folder, 'upright.png'), poster.path]) {
      const differences = await Promise.all(
        ways.map((degrees) => difference(path.join(folder, 'lying.png'), degrees, picture)),
      )
      const least = Math.min(...differences)
      t.equal(ways[differences.indexOf(least)], clockwise, `differences of ${differences.join(', ')}`)
      t.ok(least < 12)
    }
  })
  const board = await makeStoryboard({ ...work, path: renditions[0]!.path }, facts)
  t.match(board.shape, { count: 2, columns: 2, width: 90, height: 160 })
  t.match(await sharp(board.path).metadata(), { width: 180, height: 160, format: 'jpeg' })
})

await t.test('a silent clip stays silent, in WebM too, and is not enlarged', async (t) => {
  const options = ['-c:v', 'libvpx', '-b:v', '500k', '-deadline', 'realtime']
  const { facts, renditions } = await convert(
    await makeClip(folder, 'silent.webm', { size: '320x240', seconds: 1, silent: true, options }),
  )
  t.match(facts, { format: 'matroska', width: 320, height: 240, audioIndex: null })
  t.match(renditions, [{ name: 'mp4.240', width: 320, height: 240, isCopy: false }])
  t.match((await ffprobe(renditions[0]!.path)).streams, { length: 1 })
})

await t.test('copies first, without encoding, what browsers already play', async (t) => {
  const file = await makeClip(folder, 'fits.mp4', { size: '1280x720', rate: 10, options: ['-b:v', '600k'] })
  const { renditions } = await convert(file)
  t.match(renditions, [
    { name: 'mp4.720', isCopy: true },
    { name: 'mp4.360', isCopy: false },
  ])
  const frames = (name: string) =>
    execFileSync(tools.ffmpeg, ['-v', 'error', '-i', name, '-map', '0:v', '-f', 'framemd5', '-']).toString()
  t.equal(frames(renditions[0]!.path), frames(file), 'the very same pictures')
  const [moov, mdat] = boxesOf(await readFile(renditions[0]!.path))
  t.ok(moov! < mdat!)
})

await t.test('accepts music after the last picture, still pictures and rare changes', async (t) => {
  const music = await makeClip(folder, 'music.mp4', { size: '160x90', rate: 10, options: ['-t', '2'] })
  await ffmpeg(
    folder,
    '-i',
    music,
    '-f',
    'lavfi',
    '-i',
    'sine=440:duration=9',
    ...['-map', '0:v', '-map', '1:a', '-c:v', 'copy', 'longer.mp4'],
  )
  const { facts, renditions, work } = await convert(path.join(folder, 'longer.mp4'))
  t.same([facts.durationSeconds, facts.pictureSeconds, facts.framesPerSecond].map(Math.round), [9, 2, 10])
  t.equal(Math.round(Number((await ffprobe(renditions[0]!.path)).format.duration)), 9)
  t.match(await sharp((await makePoster(work, facts)).path).metadata(), { width: 160, height: 90 })

  const storyboard = await makeStoryboard({ ...work, path: renditions[0]!.path }, facts)
  const { width, height } = await sharp(storyboard.path).metadata()
  const lastMoment = sharp(storyboard.path).extract({ left: width - 100, top: 0, width: 100, height })
  t.ok(
    (await sharp(await lastMoment.png().toBuffer()).stats()).channels.some(({ mean }) => mean > 60),
    'it is not black',
  )

  // A screen recorder writes a picture only when something changes: here at 0, 1 and 7 s.
  const change = ['-vf', "setpts='if(eq(N,2),7,N)/TB'", '-fps_mode', 'passthrough']
  const seldom = await makeClip(folder, 'seldom.mkv', {
    size: '160x90',
    rate: 1,
    seconds: 3,
    silent: true,
    options: change,
  })
  t.equal(Math.round((await probe(seldom)).pictureSeconds), 7)
})

await t.test('a poster has the shape of its video, also with non-square pixels', async (t) => {
  const file = await makeClip(folder, 'wide.mp4', { size: '320x180', seconds: 0.4, options: ['-vf', 'setsar=4/3'] })
  const { facts, renditions, work } = await convert(file)
  t.match(facts, { width: 427, height: 180 })
  t.match(await sharp((await makePoster(work, facts)).path).metadata(), { width: 427, height: 180 })
  t.match((await ffprobe(renditions[0]!.path)).streams, [{ width: 426, height: 180 }])
})

for (const [codec, name, ...options] of [
  ['ProRes', 'a.mov', '-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le'],
  ['VP9', 'a.webm', '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
  ['AV1', 'a.mkv', '-c:v', 'libaom-av1', '-cpu-used', '8', '-usage', 'realtime'],
] as const)
  await t.test(`${codec} is read`, async (t) => {
    const file = await makeClip(folder, name, { size: '128x72', seconds: 0.4, silent: true, options: [...options] })
    const { facts, renditions } = await convert(file)
    t.match(facts, { width: 128, height: 72, isPlayable: false })
    t.match((await ffprobe(renditions[0]!.path)).streams, [{ codec_name: 'h264' }])
  })

await t.test('converts high dynamic range to SDR', async (t) => {
  const options = ['-c:v', 'libx265', '-x265-params', 'log-level=error', '-pix_fmt', 'yuv420p10le']
  const colours = ['-color_primaries', 'bt2020', '-color_trc', 'arib-std-b67', '-colorspace', 'bt2020nc']
  const file = await makeClip(folder, 'hdr.mov', {
    size: '320x240',
    seconds: 0.4,
    options: [...options, ...colours, '-tag:v', 'hvc1'],
  })
  const { facts, renditions } = await convert(file)
  t.match(facts, { isHdr: true, isPlayable: false })
  const [picture] = (await ffprobe(renditions[0]!.path)).streams as { color_transfer?: string; pix_fmt?: string }[]
  t.match(picture, { pix_fmt: 'yuv420p', color_transfer: 'bt709' })
})

await t.test('U05 does not open playlists and references to other files, whatever their name', async (t) => {
  const victim = await makeClip(folder, 'victim.mp4')
  await chmod(victim, 0o644)
  await ffmpeg(folder, '-i', 'victim.mp4', '-c', 'copy', 'victim.ts')
  let calls = 0
  const listener = createServer((socket) => {
    calls++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  t.teardown(() => listener.close())
  await once(listener, 'listening')
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const playlist = (segment: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${segment}\n#EXT-X-ENDLIST\n`
  const hostile: Record<string, string> = {
    'absolute.mp4': playlist(path.join(folder, 'victim.ts')),
    'by-url.mp4': playlist(`file://${path.join(folder, 'victim.ts')}`),
    'relative.mp4': playlist('../victim.ts'),
    'network.m3u8': playlist(`${url}/x.ts`),
    'concat.mov': `ffconcat version 1.0\nfile '${victim}'\n`,
    'dash.mp4': `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>${url}/</BaseURL></MPD>`,
    'subtitles.mp4': `1\n00:00:00,000 --> 00:00:01,000\n${victim}\n`,
  }
  for (const [name, text] of Object.entries(hostile)) {
    await writeFile(path.join(folder, name), text)
    await t.rejects(probe(path.join(folder, name)), { code: 'NOT_A_VIDEO' }, name)
  }
  // With a video's first bytes in front, a playlist reaches ffmpeg, but ffmpeg may use only a video demuxer for it.
  await writeFile(path.join(folder, 'posing.mp4'), `\0\0\0\x08wide${playlist(victim)}`)
  await t.rejects(probe(path.join(folder, 'posing.mp4')), { code: 'VIDEO_DAMAGED' })
  await writeFile(path.join(folder, 'posing.webm'), `\x1a\x45\xdf\xa3${playlist(url)}`, 'latin1')
  await t.rejects(probe(path.join(folder, 'posing.webm')), { code: 'VIDEO_DAMAGED' })
  t.equal(calls, 0, 'nothing was called')
})

await t.test('U05 shows no pictures of another file that a QuickTime file refers to', async (t) => {
  const victim = await makeClip(folder, 'private.mov', { silent: true })
  const bytes = await readFile(victim)
  // Turns the data reference `url ` with the flag "in this file" into a reference to the other file.
  const place = bytes.indexOf('url \0\0\0\x01')
  t.ok(place > 0)
  const name = Buffer.from(`${victim}\0`)
  const reference = Buffer.concat([Buffer.from('url \0\0\0\0'), name])
  const grown = reference.length - 8
  const moved = Buffer.concat([bytes.subarray(0, place), reference, bytes.subarray(place + 8)])
  const grow = (at: number) => moved.writeUInt32BE(moved.readUInt32BE(at) + grown, at)
  for (const box of ['url ', 'dref', 'dinf', 'minf', 'mdia', 'trak', 'moov']) grow(moved.lastIndexOf(box, place) - 4)
  const mdat = moved.indexOf('mdat')
  moved.fill(0, mdat + 4, mdat + moved.readUInt32BE(mdat - 4) - 4)
  await writeFile(path.join(folder, 'elsewhere.mov'), moved)
  const work = await workOn(path.join(folder, 'elsewhere.mov'))
  await t.rejects(
    (async () => {
      await makePoster(work, await probeVideo(work))
    })(),
    { code: 'VIDEO_DAMAGED' },
  )
})

await t.test('U09 refuses bombs by their header, before decoding a frame', async (t) => {
  const huge = ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', '31']
  const wide = await makeClip(folder, 'huge.mov', { size: '8192x8192', seconds: 0.04, silent: true, options: huge })
  const began = performance.now()
  await t.rejects(probe(wide), { code: 'VIDEO_TOO_MANY_PIXELS', params: { width: 8192, height: 8192 } })
  t.comment(`refused in ${Math.round(performance.now() - began)} ms`)
  const quick = await makeClip(folder, 'quick.mp4', { size: '64x64', seconds: 1, rate: 240, silent: true })
  await t.rejects(probe(quick), { code: 'VIDEO_TOO_HEAVY' })
  const long = await makeClip(folder, 'long.mp4', { size: '16x16', seconds: 1_000, rate: 1, silent: true })
  await t.rejects(probe(long), { code: 'VIDEO_TOO_LONG' })
  // This file's header claims 10^9 seconds.
  const lying = path.join(folder, 'lying-long.mp4')
  await cp(await makeClip(folder, 'short.mp4', { silent: true }), lying)
  const bytes = await readFile(lying)
  const header = bytes.indexOf('mvhd')
  bytes.writeUInt32BE(1, header + 16)
  bytes.writeUInt32BE(1e9, header + 20)
  await writeFile(lying, bytes)
  await t.rejects(probe(lying), { code: /VIDEO_(TOO_LONG|DAMAGED)/ })
  await ffmpeg(folder, '-f', 'lavfi', '-i', 'testsrc2=size=64x64:duration=1', '-loop', '0', 'forever.gif')
  await t.rejects(probe(path.join(folder, 'forever.gif')), { code: 'NOT_A_VIDEO' })
})

await t.test("a tool that cannot start is a server fault, not the file's", async (t) => {
  const work = await workOn(await makeClip(folder, 'blameless.mp4', { silent: true }))
  const facts = await probeVideo(work)
  const missing = { ...work, tools: { ffmpeg: '/nowhere/ffmpeg', ffprobe: '/nowhere/ffprobe' } }
  const ours = { message: /\/nowhere\/ff/, code: undefined }
  await t.rejects(probeVideo(missing), ours)
  await t.rejects(makePoster(missing, facts), ours)
})

await t.test('U06 U09 files that are cut off, empty or of another kind are damaged or no video', async (t) => {
  const whole = await makeClip(folder, 'whole.mp4', { options: ['-movflags', '+faststart'] })
  const cut = path.join(folder, 'cut.mp4')
  await cp(whole, cut)
  await truncate(cut, Math.floor((await stat(whole)).size * 0.4))
  await t.rejects(probe(cut), { code: 'VIDEO_DAMAGED' }, 'less in it than its header says')
  const matroska = await makeClip(folder, 'whole.mkv')
  await truncate(matroska, Math.floor((await stat(matroska)).size * 0.4))
  await t.rejects(probe(matroska), { code: 'VIDEO_DAMAGED' }, 'the same of Matroska')
  const endless = await makeClip(folder, 'end.mp4')
  await truncate(endless, Math.floor((await stat(endless)).size * 0.8))
  await t.rejects(probe(endless), { code: 'VIDEO_DAMAGED' }, 'without its index')
  await writeFile(path.join(folder, 'empty.mp4'), '')
  await t.rejects(probe(path.join(folder, 'empty.mp4')), { code: 'NOT_A_VIDEO' })
  await ffmpeg(folder, '-f', 'lavfi', '-i', 'sine=440:duration=1', 'sound.m4a')
  await t.rejects(probe(path.join(folder, 'sound.m4a')), { code: 'NOT_A_VIDEO' }, 'sound without pictures')
})

await t.test(
  "U07 a child's answer about a video raises no limit above that of the largest accepted video",
  async (t) => {
    const facts = await probe(await makeClip(folder, 'honest.mp4', { size: '64x48', seconds: 0.2, rate: 10 }))
    t.ok(Check(VideoFacts, facts))
    for (const lie of [
      { durationSeconds: 901 },
      { durationSeconds: 0 },
      { durationSeconds: -1 },
      { durationSeconds: Infinity },
      { pictureSeconds: 1e9 },
      { framesPerSecond: 127 },
    ])
      t.notOk(Check(VideoFacts, { ...facts, ...lie }), JSON.stringify(lie))
    const most = { ...facts, width: 16_384, height: 16_384, durationSeconds: 900, framesPerSecond: 120 }
    t.equal(timeoutMsOf(most, planRenditions(most)), 60_000 + 12_000_000)
  },
)

await t.test('cancelling ends ffmpeg at once', async (t) => {
  const file = await makeClip(folder, 'slow.mp4', { size: '1920x1080', seconds: 2, options: ['-crf', '10'] })
  const cancel = new AbortController()
  const work = { ...(await workOn(file)), signal: cancel.signal }
  const facts = await probeVideo(work)
  const plan = planRenditions(facts)
  const began = performance.now()
  const run = makeRenditions(work, facts, plan.slice(-1), () => cancel.abort(new Error('cancelled')))
  await t.rejects(run, /cancelled/)
  t.comment(`cancelled after ${Math.round(performance.now() - began)} ms`)
  const living = () =>
    execFileSync('ps', ['-eo', 'args'])
      .toString()
      .includes(`${plan.at(-1)!.name}.mp4`)
  await until(() => !living())
  t.notOk(living())
})
