import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import t from '@toile/testing/tap'
import { makeObjZip } from '@toile/testing/garments/convertible'
import { makePhoneClip } from '@toile/testing/files/videos'
import { zipOf } from '@toile/testing/files/zips'
import { openCommandLine } from './command-line.test-support.js'

const folder = t.testdir()
const commands = openCommandLine()
t.teardown(() => commands.close())
const { CHROMIUM_PATH, FFMPEG_PATH, PATH } = process.env
const inspect = (...args: string[]) =>
  commands.run(['inspect', ...args], { CHROMIUM_PATH, FFMPEG_PATH, PATH, INIT_CWD: folder })

await t.test('inspects a file as an upload would, and draws its cover', async (t) => {
  await writeFile(path.join(folder, 'dress.zip'), await makeObjZip())
  const { code, output } = await inspect('dress.zip', '--json', '--out', 'found')
  const { facts, cover, ...rest } = JSON.parse(output) as {
    facts: { source: object; findings: { code: string }[]; areaSquareMetres: number }
    cover: string
  }
  t.same({ code, ...rest }, { code: 0, format: 'zip', stage: 'ready_to_publish' })
  t.match(facts.source, { format: 'obj', model: 'Dress/dress.obj', missingTextures: ['relief.png'], leftAside: [] })
  t.ok(facts.findings.some((finding) => finding.code === 'texturesMissing'))
  t.ok(facts.areaSquareMetres > 0.8)
  t.equal(cover, path.join(folder, 'found/dress.zip.cover.webp'))
  t.ok(
    (await sharp(cover).stats()).channels.some(({ stdev }) => stdev > 5),
    'something is to be seen',
  )
})

await t.test('reports why a file fails, in words and JSON; a missing file is wrong usage', async (t) => {
  await writeFile(path.join(folder, 'notes.txt'), 'no model')
  const failed = await inspect('notes.txt')
  t.equal(failed.code, 1)
  t.match(failed.output, /^txt: failed\nNOT_A_MODEL\nThis isn’t a 3D file/)
  const json = await inspect('notes.txt', '--json')
  t.match(json.output, /"stage": "failed",\n {2}"failure": \{\n {4}"code": "NOT_A_MODEL"/)
  t.equal((await inspect('gone.glb')).code, 2)
  await mkdir(path.join(folder, 'empty'))
  t.equal((await inspect('empty')).code, 2)
  t.equal((await inspect()).code, 2)
  t.same(
    (await readdir(folder)).filter((name) => name.includes('cover')),
    [],
  )
})

await t.test('extracts the embedded picture of a file in a proprietary format', async (t) => {
  const png = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  await writeFile(
    path.join(folder, 'coat.zprj'),
    await zipOf({ 'thumbnail.png': png, 'project.bin': randomBytes(400) }),
  )
  const { output } = await inspect('coat.zprj', '--json')
  const cover = path.join(folder, 'coat.zprj.cover.webp')
  t.same(JSON.parse(output), { format: 'zprj', stage: 'ready_to_publish', cover })
  const { dominant } = await sharp(cover).stats()
  t.ok(dominant.r > 180 && dominant.g < 80)
  await rm(cover)
})

await t.test('prints findings as sentences', async (t) => {
  const { code, output } = await inspect('dress.zip')
  t.equal(code, 0)
  t.match(output, /^zip: ready_to_publish\n[\d.]+ x 110\.0 x [\d.]+ cm, /)
  t.match(output, /^advice: These textures are missing: relief\.png\./m)
  t.match(output, /^cover: .*dress\.zip\.cover\.webp$/m)
})

await t.test('reports a video’s facts and writes its poster, or says why it fails', async (t) => {
  await makePhoneClip(folder)
  const { code, output } = await inspect('phone.mov', '--json', '--out', 'found')
  const { facts, cover, ...rest } = JSON.parse(output) as { facts: { durationSeconds: number }; cover: string }
  t.same({ code, ...rest }, { code: 0, format: 'mov', stage: 'ready_to_publish' })
  const { durationSeconds, ...shape } = facts
  t.same(shape, { width: 720, height: 1280, hasAudio: true }, 'upright, as it is seen')
  t.ok(Math.abs(durationSeconds - 2) < 0.1)
  t.equal(cover, path.join(folder, 'found/phone.mov.cover.webp'))
  t.match(await sharp(cover).metadata(), { width: 720, height: 1280 })
  t.match((await inspect('phone.mov')).output, /^mov: ready_to_publish\n720 x 1280 px, 2\.0 s, with sound\ncover: /)
  await writeFile(path.join(folder, 'torn.mp4'), 'no film')
  const torn = await inspect('torn.mp4')
  t.equal(torn.code, 1)
  t.match(torn.output, /^mp4: failed\nNOT_A_VIDEO\n/)
})
