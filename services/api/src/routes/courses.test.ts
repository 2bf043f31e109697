import t from '@toile/testing/tap'
import type { Course, CourseCard, CourseVideo } from '@toile/contracts/courses/courses'
import type { VideoComment } from '@toile/contracts/comments/comments'
import { newId } from '@toile/contracts/ids'
import { deleteAccount } from '@toile/db/users/accounts'
import { makeCourse, makeReadyVideo, makeSentFile } from '@toile/testing/courses'
import { makeImage } from '@toile/testing/factories'
import { caller, json, startTestApi, type Person, type TestApi } from '../test-api.js'
import { CaptionsProblem, plainCaptions } from '../webvtt.js'

let api: TestApi
let admin: Person
let visitor: Person['call']
t.before(async () => {
  api = await startTestApi()
  admin = await api.person({ group: 'admin' })
  visitor = caller(api.url)
})
t.teardown(() => api.close())

const status = async (reply: Promise<Response>) => (await reply).status
const VTT = `WEBVTT\n\n1\n00:01.000 --> 00:04.500 align:start\nCut on the bias\n\nNOTE not shown\n\n00:05.000 --> 00:08.000\n<b>Pin</b> it`

await t.test('an administrator creates a course, and everyone sees it once published', async (t) => {
  const ann = await api.person()
  const one = await makeReadyVideo(api.db, admin.user)
  const two = await makeReadyVideo(api.db, admin.user)
  const course = await json<Course>(admin.call('POST', '/backstage/courses', { body: { title: 'Draping' } }))
  const backstage = `/backstage/courses/${course.id}`
  t.match(await json(admin.call('POST', `${backstage}/publish`)), { fields: { videos: [String] } })

  const early = await makeSentFile(api.db, api.storage, admin.user, 'x.vtt', Buffer.from(VTT))
  const others = await makeReadyVideo(api.db, ann.user)
  for (const uploadId of [newId(), others.uploadId, early])
    t.equal(await status(admin.call('POST', `${backstage}/videos`, { body: { uploadId, title: 'A lesson' } })), 422)
  const chapters = [
    { seconds: 30, title: 'Pinning' },
    { seconds: 0, title: 'Cutting' },
  ]
  const added = { uploadId: one.uploadId, title: 'Bias cut', chapters }
  t.match(await json(admin.call('POST', `${backstage}/videos`, { body: added })), {
    id: one.videoId,
    chapters: [{ title: 'Cutting' }, { title: 'Pinning' }],
  })
  t.match(await json(admin.call('POST', `${backstage}/videos`, { body: added })), { fields: { uploadId: [String] } })
  await admin.call('POST', `${backstage}/videos`, { body: { uploadId: two.uploadId, title: 'Hemming' } })
  const late = { chapters: [{ seconds: 60, title: 'After the end' }] }
  const lesson = `${backstage}/videos/${one.videoId}`
  t.match(await json(admin.call('PATCH', lesson, { body: late })), { fields: { chapters: [String] } })
  const coverId = await makeImage(api.db, admin.user, 'detail')
  const description = '<p>What a <b>bias</b> does &amp; costs.</p><script>alert(1)</script><img src=x onerror=alert(1)>'
  t.match(await json(admin.call('PATCH', backstage, { body: { coverId, description } })), {
    summary: 'What a bias does & costs.',
    description: /^<p>What a <(b|strong)>bias<\/(b|strong)> does &amp; costs\.<\/p>/,
  })
  const order = { videoIds: [two.videoId, one.videoId] }
  t.match(await json(admin.call('PUT', `${backstage}/order`, { body: order })), { lessons: [{ id: two.videoId }] })
  t.equal(await status(admin.call('PUT', `${backstage}/order`, { body: { videoIds: [one.videoId] } })), 422)

  const path = `/courses/${course.id}`
  t.equal(await status(visitor('GET', path)), 404, 'not yet')
  t.equal(await status(admin.call('GET', path)), 200)
  t.equal(await status(admin.call('POST', `${backstage}/publish`)), 200)
  t.equal(await status(admin.call('POST', `${backstage}/publish`)), 409)
  const shown = await json<Course>(visitor('GET', path))
  t.match(shown, { title: 'Draping', videos: 2, durationSeconds: 120, cover: { id: coverId }, progress: null })
  const watched = await json<CourseVideo>(visitor('GET', `${path}/videos/${two.videoId}`))
  t.notMatch(shown.description, /script|onerror/, 'C02 formatted text is cleaned before it is stored')
  t.match(watched, { previousId: null, nextId: one.videoId, video: { status: 'ready' } })
  const { items } = await json<{ items: CourseCard[] }>(visitor('GET', '/courses'))
  t.match(items[0], { id: course.id, videos: 2 })
  const urls = [watched.video.variants[0]!.url, shown.cover!.variants[0]!.url, watched.poster!.variants[0]!.url]
  for (const url of urls) t.notMatch(url, /signature/, 'public as the course is')

  t.equal(await status(admin.call('DELETE', backstage)), 409, 'withdrawn first')
  await admin.call('POST', `${backstage}/withdraw`)
  const hidden = await json<Course>(admin.call('GET', path))
  t.match(hidden.cover!.variants[0]!.url, /signature/, 'private again')
  t.equal(await status(admin.call('DELETE', lesson)), 204)
  t.equal(await status(admin.call('DELETE', backstage)), 204)
  t.equal(await status(admin.call('GET', path)), 404)
  t.match(await json(admin.call('GET', '/backstage/courses')), { total: 0 })
})

await t.test(
  "C02 pictures within descriptions must be the writer's own, and are public as their course is",
  async (t) => {
    const other = await api.person({ group: 'admin' })
    const pictureOf = (person: Person, purpose: 'inline' | 'cover' = 'inline') =>
      makeImage(api.db, person.user, purpose)
    const { courseId, videoIds } = await makeCourse(api.db, admin.user)
    const backstage = `/backstage/courses/${courseId}`
    const text = (id: string) => ({
      description: `<p>Look:</p><img data-image-id="${id}" src="https://evil.test/x" alt="A">`,
    })
    for (const path of [backstage, `${backstage}/videos/${videoIds[0]}`]) {
      for (const id of [await pictureOf(other), await pictureOf(admin, 'cover'), newId()])
        t.match(await json(admin.call('PATCH', path, { body: text(id) })), { fields: { description: [String] } })
      const own = await pictureOf(admin)
      const { description } = await json<Course | CourseVideo>(admin.call('PATCH', path, { body: text(own) }))
      t.match(description, new RegExp(`<img data-image-id="${own}" src="[^"]*inline-`))
      t.notMatch(description, /evil|signature/, 'at its own address, public as the course is')
      t.match(
        await json(other.call('PATCH', path, { body: text(own) })),
        { description: /src=/ },
        'what is shown may stay',
      )
      if (path !== backstage) continue
      await admin.call('POST', `${backstage}/withdraw`)
      t.match((await json<Course>(admin.call('GET', backstage))).description, /signature/, 'private again')
      await admin.call('POST', `${backstage}/publish`)
    }
    const coverId = await pictureOf(other, 'cover')
    t.match(await json(admin.call('PATCH', backstage, { body: { coverId } })), { fields: { coverId: [String] } })
    await deleteAccount(api.db, other.user.id)
    await admin.call('POST', `${backstage}/withdraw`)
    await admin.call('DELETE', backstage)
  },
)

const actionsOf = (id: string) =>
  api.db
    .selectFrom('audit')
    .select(['action', 'before', 'after', 'reason'])
    .where('subject_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

await t.test("each action is one audit row with changes and reason; the table shows users' progress", async (t) => {
  const ann = await api.person()
  const { id } = await json<Course>(admin.call('POST', '/backstage/courses', { body: { title: 'Sewing' } }))
  const backstage = `/backstage/courses/${id}`
  const [one, two] = [await makeReadyVideo(api.db, admin.user), await makeReadyVideo(api.db, admin.user)]
  for (const [title, { uploadId }] of Object.entries({ Seams: one, Hems: two }))
    await admin.call('POST', `${backstage}/videos`, { body: { uploadId, title } })
  await admin.call('PATCH', backstage, { body: { title: 'Sewing by hand' } })
  await admin.call('PUT', `${backstage}/order`, { body: { videoIds: [two.videoId, one.videoId] } })
  await admin.call('PATCH', `${backstage}/videos/${one.videoId}`, {
    body: { chapters: [{ seconds: 5, title: 'Flat' }] },
  })
  await admin.call('POST', `${backstage}/publish`)
  await ann.call('PUT', `/courses/${id}/videos/${one.videoId}/progress`, { body: { seconds: 60 } })
  const row = { id, learners: 1, finished: 0, videos: 2, durationSeconds: 120 }
  t.match(await json(admin.call('GET', '/backstage/courses?q=by+HAND&sort=learners&order=desc')), {
    items: [row],
    total: 1,
  })
  await ann.call('PUT', `/courses/${id}/videos/${two.videoId}/progress`, { body: { seconds: 60 } })
  t.match(await json(admin.call('GET', '/backstage/courses?state=published')), { items: [{ ...row, finished: 1 }] })
  await admin.call('POST', `${backstage}/withdraw`, { body: { reason: ' Sound is missing ' } })
  t.equal(await status(admin.call('POST', `${backstage}/withdraw`, { body: { reason: 'Again' } })), 409)
  await admin.call('DELETE', `${backstage}/videos/${two.videoId}`, { body: { reason: 'Twice' } })
  await admin.call('DELETE', backstage, { body: { reason: 'Empty' } })
  t.match(await actionsOf(id), [
    { action: 'course.made', before: {}, after: { title: 'Sewing', published: 'false' } },
    { action: 'course.changed', before: { videos: '' }, after: { videos: 'Seams' } },
    { action: 'course.changed', before: { videos: 'Seams' }, after: { videos: 'Seams, Hems' } },
    { action: 'course.changed', before: { title: 'Sewing' }, after: { title: 'Sewing by hand' }, reason: null },
    { action: 'course.changed', after: { videos: 'Hems, Seams' } },
    { action: 'course.changed', before: { chapters: '' }, after: { chapters: '5 s: Flat' } },
    { action: 'course.published', before: { published: 'false' }, after: { published: 'true' } },
    { action: 'course.withdrawn', after: { published: 'false' }, reason: 'Sound is missing' },
    { action: 'course.changed', after: { videos: 'Seams' }, reason: 'Twice' },
    { action: 'course.deleted', before: { title: 'Sewing by hand' }, after: {}, reason: 'Empty' },
  ])
})

await t.test('a published course stays complete', async (t) => {
  const { courseId, videoIds } = await makeCourse(api.db, admin.user, ['Seams', 'Hems'])
  const backstage = `/backstage/courses/${courseId}`
  t.equal(await status(admin.call('DELETE', `${backstage}/videos/${videoIds[1]}`)), 204)
  const last = `${backstage}/videos/${videoIds[0]}`
  t.match(await json(admin.call('DELETE', last)), { statusCode: 422, fields: { videos: [String] } })
  t.match(await json(admin.call('PATCH', backstage, { body: { title: ' ' } })), { fields: { title: [String] } })
  t.match(await json(visitor('GET', `/courses/${courseId}`)), { title: /\S/, videos: 1 })
  await admin.call('POST', `${backstage}/withdraw`)
  t.equal(await status(admin.call('DELETE', last)), 204)
  t.equal(await status(admin.call('DELETE', backstage)), 204)
})

await t.test('captions are parsed, distinguished by language, and served as plain WebVTT', async (t) => {
  const { courseId, videoIds } = await makeCourse(api.db, admin.user)
  const path = `/backstage/courses/${courseId}/videos/${videoIds[0]}/captions`
  const sent = (text: string) => makeSentFile(api.db, api.storage, admin.user, 'c.vtt', Buffer.from(text))
  const put = async (language: string, text: string) =>
    admin.call('PUT', `${path}/${language}`, { body: { uploadId: await sent(text), label: 'English' } })
  const bad = await put('en', VTT.replace('00:08.000', '00:04.000'))
  t.match(await bad.json(), { fields: { uploadId: [/line 9/] } }, 'it ends before it begins')
  t.equal((await put('no-such-tag-x-y-z', VTT)).status, 422)
  await put('en', 'WEBVTT\n\n00:00.000 --> 00:01.000\nOld')
  await put('zh-CN', VTT)
  const { captions } = (await (await put('en', VTT)).json()) as CourseVideo
  t.match(captions, [
    { language: 'en', label: 'English', cues: 2 },
    { language: 'zh-CN', cues: 2 },
  ])
  const served = await fetch(captions[0]!.url)
  t.match(Object.fromEntries(served.headers), { 'content-type': /^text\/vtt/, 'content-security-policy': /sandbox/ })
  t.equal(
    await served.text(),
    'WEBVTT\n\n00:00:01.000 --> 00:00:04.500 align:start\nCut on the bias\n\n00:00:05.000 --> 00:00:08.000\n<b>Pin</b> it\n',
  )
  await admin.call('DELETE', `${path}/en`)
  t.equal((await fetch(captions[0]!.url)).status, 404)
})

await t.test('refuses files that are not WebVTT, naming the line', async (t) => {
  const lineOf = (bytes: string | Uint8Array) => {
    try {
      return plainCaptions(Buffer.from(bytes as string), 60).cues
    } catch (error) {
      return error instanceof CaptionsProblem ? `line ${error.line}` : error
    }
  }
  const cue = (body: string) => `WEBVTT\n\n${body}`
  t.equal(lineOf('\uFEFFWEBVTT - title\r\nKind: captions\r\n\r\n00:00.000 --> 00:01.000\r\nHi'), 1)
  t.equal(lineOf('1\n00:00:00,000 --> 00:00:01,000\nSubRip'), 'line 1')
  t.equal(lineOf('WEBVTTX\n\n00:00.000 --> 00:01.000\nHi'), 'line 1')
  t.equal(lineOf(cue('00:00,000 --> 00:01,000\nCommas')), 'line 3')
  t.equal(lineOf(cue('1\n2\n00:00.000 --> 00:01.000\nTwo names')), 'line 4')
  t.equal(lineOf(cue('00:00.000 --> 00:01.000\n')), 'line 4', 'nothing said')
  t.equal(lineOf(cue('00:61.000 --> 01:01.000\nHi')), 'line 3')
  t.equal(lineOf(cue('09:00.000 --> 09:01.000\nAfter the end')), 'line 3')
  t.equal(lineOf('WEBVTT\n\nNOTE nothing else'), 'line 3')
  t.equal(lineOf(Uint8Array.from([0xff, 0xfe, 0x57])), 'line 1', 'not UTF-8')
  t.equal(
    lineOf(cue('00:00.000 --> 00:01.000\nHi\n\n').concat('00:02.000 --> 00:03.000\nx\n\n'.repeat(6_000))),
    'line 15003',
  )
})

await t.test('progress holds on every device: the latest report wins, and watched stays watched', async (t) => {
  const ann = await api.person()
  const { courseId, videoIds } = await makeCourse(api.db, admin.user, ['One', 'Two'])
  const put = (video: number, body: object) =>
    json<{ seconds: number; watched: boolean; at: string }>(
      ann.call('PUT', `/courses/${courseId}/videos/${videoIds[video]}/progress`, { body }),
    )
  t.match(await put(0, { seconds: 42.5 }), { seconds: 42.5, watched: false })
  const held = new Date(Date.now() - 60_000).toISOString()
  t.match(await put(0, { seconds: 5, at: held }), { seconds: 42.5 }, 'what was held back is older')
  const ahead = await put(0, { seconds: 50, at: new Date(Date.now() + 86_400_000).toISOString() })
  t.ok(Date.parse(ahead.at) <= Date.now() + 1_000, 'a clock that is ahead does not win for ever')
  t.match(await put(0, { seconds: 10 }), { seconds: 10, watched: false })
  t.match(await put(0, { seconds: 59 }), { watched: true })
  t.match(await put(0, { seconds: 3 }), { seconds: 3, watched: true })
  t.match(await put(1, { seconds: 900 }), { seconds: 60, watched: true }, 'no farther than its end')
  for (const body of [{ seconds: -1 }, { seconds: '5' }, { seconds: 1, at: 'soon' }])
    t.equal(
      await status(ann.call('PUT', `/courses/${courseId}/videos/${videoIds[0]}/progress`, { body })),
      422,
      JSON.stringify(body),
    )
  const { items } = await json<{ items: CourseCard[] }>(ann.call('GET', '/me/courses'))
  t.match(items, [{ id: courseId, progress: { videoId: videoIds[1], watched: 2 } }])
  const lessons = await json<Course>(ann.call('GET', `/courses/${courseId}`))
  t.match(lessons.lessons, [{ progress: { seconds: 3, watched: true } }, { progress: { seconds: 60 } }])
  const bob = await api.person()
  t.match(await json(bob.call('GET', `/courses/${courseId}`)), { progress: null, lessons: [{ progress: null }] })
})

await t.test('a comment on a video keeps its second, and visitors can read it', async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  const { courseId, videoIds } = await makeCourse(api.db, admin.user)
  const path = `/videos/${videoIds[0]}/comments`
  const body = { body: 'Which thread is this?', pin: { seconds: 12.5 } }
  for (const pin of [{ seconds: -1 }, { seconds: 1, point: [0, 0, 0] }, { point: [0, 0, 0], normal: [0, 0, 1] }])
    t.equal(await status(ann.call('POST', path, { body: { ...body, pin } })), 422)
  const comment = await json<VideoComment>(ann.call('POST', path, { body }))
  t.match(comment, { body: body.body, pin: { seconds: 12.5 }, replies: [] })
  const reply = await json<VideoComment>(bob.call('POST', path, { body: { body: 'Silk', parentId: comment.id } }))
  t.match(await json(visitor('GET', path)), { items: [{ id: comment.id, replies: [{ body: 'Silk' }] }] })
  t.match(await json(visitor('GET', `/courses/${courseId}`)), { lessons: [{ comments: 2 }] })
  const other = await makeCourse(api.db, admin.user)
  const astray = { body: { body: 'Lost', parentId: comment.id } }
  t.equal(await status(ann.call('POST', `/videos/${other.videoIds[0]}/comments`, astray)), 422)
  const report = { kind: 'comment', id: comment.id, reason: 'Spam' }
  t.equal(await status(bob.call('POST', '/reports', { body: report })), 201)
  t.equal(await status(admin.call('DELETE', `/comments/${reply.id}`)), 204)
  t.equal(await status(ann.call('DELETE', `/comments/${comment.id}`)), 204)
  t.match(await json(visitor('GET', `/courses/${courseId}`)), { lessons: [{ comments: 0 }] })
  await admin.call('POST', `/backstage/courses/${courseId}/withdraw`)
  t.equal(await status(visitor('GET', path)), 404, 'gone with its course')
})

await t.test("courses outlive the administrator who made them; a deleted user's progress is removed", async (t) => {
  const [leaving, ann] = [await api.person({ group: 'admin' }), await api.person()]
  const { courseId, videoIds } = await makeCourse(api.db, leaving.user)
  await ann.call('PUT', `/courses/${courseId}/videos/${videoIds[0]}/progress`, { body: { seconds: 7 } })
  await deleteAccount(api.db, leaving.user.id)
  const { video } = await json<CourseVideo>(visitor('GET', `/courses/${courseId}/videos/${videoIds[0]}`))
  t.equal(video.variants.length, 1)
  t.match(video.poster, { purpose: 'inline' })
  const left = await api.db.selectFrom('files').select('state').where('owner_id', '=', leaving.user.id).execute()
  t.ok(
    left.every((file) => file.state === 'deleted'),
    'nothing that is shown hangs on who left',
  )
  await deleteAccount(api.db, ann.user.id)
  const seen = await api.db.selectFrom('video_progress').select('at').where('user_id', '=', ann.user.id).execute()
  t.same(seen, [])
})
