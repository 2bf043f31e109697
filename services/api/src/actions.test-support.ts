import { Queue, Worker } from 'bullmq'
import { sql } from 'kysely'
import { connectRedis, PREFIX } from '@toile/bus/redis'
import { startWorker } from '@toile/bus/worker'
import { livingWorkers } from '@toile/bus/worker-counts'
import { jobId } from '@toile/contracts/jobs'
import { isAudited, type Route } from '@toile/contracts/route'
import { routes, type RouteName, type Routes } from '@toile/contracts/routes'
import { submitWork } from '@toile/db/activities/activity-submissions'
import { updateAlerts } from '@toile/db/queues/alerts'
import { finishUpload } from '@toile/db/uploads/uploads-transitions'
import { createRunning } from '@toile/runtime/process'
import { makeActivity, makeReleasedWork, setPhase, tiers } from '@toile/testing/activities'
import { makeReadyVideo, makeSentFile } from '@toile/testing/courses'
import { makeDevice, makeImage, makeUpload } from '@toile/testing/factories'
import { keepQuietQueue } from '@toile/testing/queues'
import { until } from '@toile/testing/until'
import type { Person, TestApi } from './test-api.js'

export type Action = {
  [N in RouteName]: Routes[N]['access'] extends 'admin' ? (Routes[N]['method'] extends 'GET' ? never : N) : never
}[RouteName]

type Asked = [parameters: Record<string, string>, body?: object]

export const REASON = 'As agreed with everybody'

export interface ActionPeople {
  adm: Person
  other: Person
  ann: Person
}

/** The actions are in the order to send them: some undo or continue earlier actions. Pass each response to `learn`. */
export async function prepareActions(api: TestApi, { adm, other, ann }: ActionPeople) {
  const work = () => makeReleasedWork(api.db, ann.user)
  const file = (name: string, text = 'bytes') => makeSentFile(api.db, api.storage, adm.user, name, Buffer.from(text))
  const VTT = 'WEBVTT\n\n00:01.000 --> 00:04.000\nCut on the bias\n'

  const made: Partial<Record<Action | 'work' | 'lesson' | 'second', string>> = {}
  const of = (name: keyof typeof made) => ({ id: made[name]! })
  const id = (value: string) => ({ id: value })

  async function comment(): Promise<string> {
    const response = await ann.call('POST', `/works/${await work()}/comments`, { body: { body: 'Nice seams' } })
    return ((await response.json()) as { id: string }).id
  }
  async function reported(): Promise<string> {
    const subject = await work()
    await ann.call('POST', '/reports', { body: { kind: 'work', id: subject, reason: 'This is mine' } })
    const found = await api.db
      .selectFrom('cases')
      .select('id')
      .where('subject_id', '=', subject)
      .executeTakeFirstOrThrow()
    return found.id
  }
  async function entry(): Promise<{ activity: string; entry: string }> {
    const activity = await makeActivity(api.db, 'submission', { jurors: [other.user.id] })
    await sql`insert into activity_registrations values (${activity}, ${ann.user.id}, now())`.execute(api.db)
    const entered = await submitWork(api.db, { activityId: activity, workId: await work(), userId: ann.user.id })
    await sql`insert into activity_scores (submission_id, juror_id, scores)
      values (${entered}, ${other.user.id}, '{"cut": 70, "idea": 70}')`.execute(api.db)
    await setPhase(api.db, activity, 'awarding')
    return { activity, entry: entered }
  }
  async function job(state: 'waiting' | 'delayed' | 'failed'): Promise<{ name: string; id: string }> {
    const upload = await makeUpload(api.db, ann.user)
    await finishUpload(api.db, upload)
    const payload = { id: upload, attempt: 1 }
    const own = jobId('upload.verify', payload)
    const connection = connectRedis(api.config.redisUrl, createRunning('audit-test', api.config).log)
    const queue = new Queue('uploads', { connection, prefix: PREFIX })
    await queue.add('upload.verify', payload, { jobId: own, attempts: 1, ...(state === 'delayed' && { delay: 1e9 }) })
    if (state === 'failed') {
      const fails = async () => {
        throw new Error('no such file')
      }
      const worker = new Worker('uploads', fails, {
        connection: { url: api.config.redisUrl, maxRetriesPerRequest: null },
        prefix: PREFIX,
      })
      await until(async () => (await queue.getFailedCount()) > 0)
      await worker.close()
    }
    await queue.close()
    connection.disconnect()
    return { name: 'uploads', id: own }
  }
  const activity = (minutes: number) => {
    const at = (more: number) => new Date(Date.now() + (minutes + more) * 60_000).toISOString()
    return {
      title: 'One metre of linen',
      summary: 'A garment out of one metre.',
      rules: '<p>One metre.</p>',
      prize: { amount: tiers.reduce((sum, { amount }) => sum + amount, 0), currency: 'EUR' },
      tiers,
      criteria: [{ id: 'cut', title: 'Cut', weight: 100 }],
      jurorIds: [],
      maxSubmissions: 1,
      blind: false,
      scoresPublished: false,
      timeZone: 'Europe/Berlin',
      startsAt: at(0),
      registrationStartsAt: at(1),
      registrationEndsAt: at(2),
      submissionEndsAt: at(3),
      reviewEndsAt: at(4),
      endsAt: at(5),
    }
  }
  const lesson = () => ({ ...of('createCourse'), videoId: made.lesson!, language: 'en' })
  const member = () => ({ ...of('createTenant'), userId: ann.user.id })
  const queue = { name: 'uploads' }

  const actions: Record<Action, () => Asked | Promise<Asked>> = {
    addCategory: () => [{}, { slug: 'capes', names: { en: 'Capes', 'zh-CN': '斗篷' } }],
    updateCategory: () => [{ slug: 'capes' }, { names: { en: 'Cloaks', 'zh-CN': '斗篷' } }],
    orderCategories: async () => {
      const { items } = (await (await adm.call('GET', '/backstage/categories')).json()) as { items: { slug: string }[] }
      return [{}, { slugs: items.map(({ slug }) => slug).reverse() }]
    },
    hideWorks: async () => [{}, { ids: [(made.work = await work())], reason: REASON }],
    unhideWorks: () => [{}, { ids: [made.work], reason: REASON }],
    featureWorks: () => [{}, { ids: [made.work], featured: true, reason: REASON }],
    hideComments: async () => [{}, { ids: [(made.hideComments = await comment())], reason: REASON }],
    unhideComments: () => [{}, { ids: [made.hideComments], reason: REASON }],
    claimCase: async () => [id((made.claimCase = await reported()))],
    releaseCase: () => [of('claimCase')],
    decideCase: () => [of('claimCase'), { decision: 'dismiss', reason: REASON }],
    pauseQueue: () => [queue],
    resumeQueue: () => [queue],
    setQueueConcurrency: () => [queue, { concurrency: 3 }],
    retryJob: async () => [await job('failed')],
    retryJobsOfError: async () => {
      await job('failed')
      return [queue, { error: 'no such file' }]
    },
    removeJob: async () => [await job('waiting')],
    promoteJob: async () => [await job('delayed')],
    stopJobsOfUser: async () => {
      await job('waiting')
      return [queue, { userId: ann.user.id }]
    },
    drainWorker: async () => [id((await livingWorkers(api.redis))[0]!.id)],
    undrainWorker: async () => [id((await livingWorkers(api.redis))[0]!.id)],
    undoAction: async () => {
      await adm.call('POST', '/backstage/works/hide', { body: { ids: [await work()], reason: REASON } })
      const { items } = (await (await adm.call('GET', '/backstage/audit?pageSize=1')).json()) as {
        items: { id: string }[]
      }
      return [id(items[0]!.id), { reason: REASON }]
    },
    acknowledgeAlert: async () => {
      const sign = { kind: 'no_worker', queue: 'uploads', bad: true, params: { waiting: 2 } } as const
      await updateAlerts(api.db, [sign])
      await sql`update alert_signs set since = now() - interval '1 minute'`.execute(api.db)
      await updateAlerts(api.db, [sign])
      const alert = await api.db.selectFrom('alerts').select('id').executeTakeFirstOrThrow()
      return [id(alert.id)]
    },
    setArrangement: () => [{ page: 'queues' }, { items: [{ i: 'workers', x: 0, y: 1, w: 6, h: 2 }] }],
    banUser: () => [id(ann.user.id), { reason: REASON, until: 'never' }],
    unbanUser: () => [id(ann.user.id), { reason: REASON }],
    setUserGroup: async () => [id((await api.person()).user.id), { group: 'admin', reason: REASON }],
    signOutUser: async () => [id((await api.person()).user.id), { reason: REASON }],
    markEmailVerified: async () => [id((await api.person({ verified: false })).user.id), { reason: REASON }],
    banUsers: async () => [{}, { ids: [(await api.person()).user.id], reason: REASON, until: 'never' }],
    signOutUsers: async () => [{}, { ids: [(await api.person()).user.id], reason: REASON }],
    featureCreator: () => [id(ann.user.id), { featured: true, reason: REASON }],
    featureCreators: () => [{}, { ids: [ann.user.id], featured: false, reason: REASON }],
    createExport: () => [{}, { table: 's-codes', query: {} }],
    sendModeration: () => [of('work'), { body: 'Please add the pattern’s source' }],
    createAnnouncement: () => [
      {},
      { texts: { en: { title: 'A pause', body: 'On Sunday' }, 'zh-CN': { title: '暂停', body: '星期天' } } },
    ],
    withdrawAnnouncement: () => [of('createAnnouncement'), { reason: REASON }],
    createCodes: () => [{}, { days: 30, count: 4 }],
    giveCode: async () => [id(await code()), { userId: ann.user.id }],
    voidCode: async () => [id(await code()), { reason: REASON }],
    voidCodes: async () => [{}, { ids: [await code()], reason: REASON }],
    voidBatch: () => [of('createCodes'), { reason: REASON }],
    createPackage: async () => [
      {},
      { name: 'Studio', platform: 'windows', version: '1.0', uploadId: await file('studio.zip') },
    ],
    updatePackage: () => [of('createPackage'), { notes: 'Faster seams', reason: REASON }],
    endActivation: async () => [id(await makeDevice(api.db, ann.user)), { reason: REASON }],
    endActivations: async () => [{}, { ids: [await makeDevice(api.db, ann.user)], reason: REASON }],
    createCourse: () => [{}, { title: 'Draping' }],
    updateCourse: async () => [
      of('createCourse'),
      { coverId: await makeImage(api.db, adm.user, 'detail'), description: '<p>Cloth</p>' },
    ],
    addCourseVideo: async () => {
      const [one, two] = [await makeReadyVideo(api.db, adm.user), await makeReadyVideo(api.db, adm.user)]
      await adm.call('POST', `/backstage/courses/${made.createCourse}/videos`, {
        body: { uploadId: two.uploadId, title: 'Hemming' },
      })
      Object.assign(made, { lesson: one.videoId, second: two.videoId })
      return [of('createCourse'), { uploadId: one.uploadId, title: 'Bias cut' }]
    },
    updateCourseVideo: () => [lesson(), { title: 'Cut on the bias' }],
    orderCourseVideos: () => [of('createCourse'), { videoIds: [made.lesson, made.second] }],
    setCaptions: async () => [lesson(), { uploadId: await file('x.vtt', VTT) }],
    removeCaptions: () => [lesson()],
    removeCourseVideo: () => [lesson()],
    publishCourse: () => [of('createCourse')],
    withdrawCourse: () => [of('createCourse')],
    deleteCourse: () => [of('createCourse')],
    createMarketItem: async () => [
      {},
      {
        title: 'Linen, 8 oz',
        intro: 'Washed linen.',
        category: 'fabric',
        licence: 'Free.',
        imageIds: [await makeImage(api.db, adm.user, 'cover')],
        uploadId: await file('linen.sbsar'),
        contents: { formats: ['SBSAR'], texturesPx: [2048] },
      },
    ],
    updateMarketItem: () => [of('createMarketItem'), { title: 'Linen, 9 oz' }],
    publishMarketItem: () => [of('createMarketItem')],
    withdrawMarketItem: () => [of('createMarketItem')],
    deleteMarketItem: () => [of('createMarketItem')],
    createActivity: () => [{}, activity(60)],
    updateActivity: () => [of('createActivity'), { title: 'Two metres of linen' }],
    announceActivity: () => [of('createActivity')],
    awardActivity: async () => [id((await entry()).activity)],
    disqualifyEntry: async () => [id((made.disqualifyEntry = (await entry()).entry)), { reason: REASON }],
    reinstateEntry: () => [of('disqualifyEntry'), { reason: REASON }],
    disqualifyEntries: () => [{}, { ids: [made.disqualifyEntry], reason: REASON }],
    createTenant: () => [{}, { name: 'Studio Nord', storageBytes: 1_000_000, rendersPerMonth: 2 }],
    updateTenant: () => [of('createTenant'), { name: 'Studio Süd', reason: REASON }],
    suspendTenant: () => [of('createTenant'), { reason: REASON }],
    resumeTenant: () => [of('createTenant'), {}],
    addTenantMember: () => [member()],
    removeTenantMember: () => [member(), { reason: REASON }],
    deleteTenant: () => [of('createTenant'), { reason: REASON }],
  }

  async function code(): Promise<string> {
    const found = await api.db
      .selectFrom('s_codes')
      .select('id')
      .where('holder_id', 'is', null)
      .where('voided_at', 'is', null)
      .executeTakeFirstOrThrow()
    return found.id
  }

  await keepQuietQueue(api.db, 'uploads')
  const running = createRunning('actions-worker', api.config)
  startWorker(running, 'images', { 'image.process': { run: async () => {}, fail: async () => {} } } as never)
  await until(async () => (await livingWorkers(api.redis)).length > 0)

  return {
    names: Object.keys(actions) as Action[],
    async prepare(name: Action) {
      const route = routes[name] as Route
      const [parameters, body] = await actions[name]()
      const at = route.path.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(parameters[parameter]!))
      const sent = body ?? (route.body ? {} : undefined)
      return {
        body,
        send: (headers?: Record<string, string>) =>
          adm.call(route.method, at, { ...(headers && { headers }), ...(sent && { body: sent }) }),
      }
    },
    learn(name: Action, response: object) {
      const { id: own, batch } = response as { id?: string; batch?: { id: string } }
      if (own ?? batch) made[name] ??= own ?? batch!.id
    },
    close: () => running.shutdown(),
  }
}

export const allActions = (Object.entries(routes) as [Action, Route][])
  .filter(([, route]) => isAudited(route))
  .map(([name]) => name)
