import { sql } from 'kysely'
import type { Owned } from '@toile/contracts/route'
import { newId } from '@toile/contracts/ids'
import { inTransaction, type Db } from '@toile/db/client'
import { giveCode, insertBatch } from '@toile/db/software/codes-backstage'
import { register } from '@toile/db/activities/activity-registrations'
import { insertComment } from '@toile/db/comments/comments'
import { sendMessage } from '@toile/db/messages/messages-sent'
import { notify } from '@toile/db/notifications/notifications'
import type { User } from '@toile/db/users/users'
import { insertWork } from '@toile/db/works/works-transitions'
import { makeCode } from '@toile/runtime/s-codes'
import { makeActivity, makeReleasedWork, setPhase } from '@toile/testing/activities'
import { makeCourse } from '@toile/testing/courses'
import {
  makeDevice,
  makeImage,
  makeReadyUpload,
  makeRender,
  makeToken,
  makeUser,
  makeVideo,
} from '@toile/testing/factories'
import { makeWorks } from '@toile/testing/things'
import type { TestApi } from './test-api.js'

export const SECRET = 'Between the two of us'

const makers: Record<Owned, (db: Db, user: User) => Promise<string>> = {
  upload: async (db, user) => (await makeReadyUpload(db, user)).uploadId,
  image: async (db, user) => (await makeReadyUpload(db, user)).coverId,
  video: async (db, user) => (await makeVideo(db, user)).videoId,
  render: (db, user) => makeRender(db, user),
  async work(db, user) {
    const id = newId()
    const { uploadId, coverId } = await makeReadyUpload(db, user)
    const work = { id, ownerId: user.id, title: 'A dress', upload_id: uploadId, cover_id: coverId }
    await inTransaction(db, (trx) => insertWork(trx, work))
    return id
  },
  session: async (db, user) => (await makeToken(db, user)).sid,
  device: (db, user) => makeDevice(db, user),
}

export const makeOwned = ({ db }: TestApi, user: User, kind: Owned) => makers[kind](db, user)

export async function makeAllOwned({ db }: TestApi, user: User): Promise<Record<Owned, string>> {
  const made: Partial<Record<Owned, string>> = {}
  for (const kind of Object.keys(makers) as Owned[]) made[kind] = await makers[kind](db, user)
  return made as Record<Owned, string>
}

export async function makeSecrets(api: TestApi, owner: User, administrator: User): Promise<Record<string, string>> {
  const { db } = api
  const owned = await makeAllOwned(api, owner)
  const { keptWork, draftWork, hiddenWork, keptComment, unsharedSpin } = await makeWorks(db, { owner, administrator })
  await sql`update works set title = ${SECRET}, intro = ${SECRET} where owner_id = ${owner.id}`.execute(db)
  const { uploadId, coverId } = await makeReadyUpload(db, owner)
  const video = await makeVideo(db, owner)
  await sql`update uploads set filename = ${`${SECRET}.glb`} where owner_id = ${owner.id}`.execute(db)
  const friend = await makeUser(db)
  const message = await sendMessage(db, owner.id, { senderId: friend.id, body: SECRET })
  const subject = { kind: 'work' as const, id: draftWork }
  await notify(db, { userId: owner.id, kind: 'like', key: `like:${newId()}`, actorId: friend.id, subject })
  const { hash, hint } = makeCode()
  const batch = { days: 30, note: SECRET, createdBy: administrator.id, codes: [{ hash, hint }] }
  const code = (await insertBatch(db, batch)).codeIds[0]!
  await giveCode(db, { id: code, userId: owner.id, actorId: administrator.id })
  const found = await sql<{ conversation: string; notification: string; file: string }>`select
      (select conversation_id from messages where id = ${message}) as conversation,
      (select id from notifications where user_id = ${owner.id} limit 1) as notification,
      (select id from files where owner_id = ${owner.id} limit 1) as file`.execute(db)
  return {
    ...owned,
    keptWork,
    draftWork,
    hiddenWork,
    keptComment,
    upload: uploadId,
    cover: coverId,
    detail: await makeImage(db, owner, 'detail'),
    avatar: await makeImage(db, owner, 'avatar'),
    banner: await makeImage(db, owner, 'banner'),
    inline: await makeImage(db, owner, 'inline'),
    videoUpload: video.uploadId,
    video: video.videoId,
    render: unsharedSpin,
    message,
    ...found.rows[0]!,
    code,
  }
}

/** Ids that the person may use. The keys are the kinds of `Owned`, first words of paths, and path parameters. */
export async function makeNameable(api: TestApi, person: User): Promise<Record<string, string>> {
  const { db } = api
  const { courseId, videoIds } = await makeCourse(db, await makeUser(db, { group: 'admin' }))
  const activity = await makeActivity(db, 'registration')
  await register(db, activity, person.id)
  await setPhase(db, activity, 'submission')
  const work = await makeReleasedWork(db, person)
  const comment = newId()
  await insertComment(db, { id: comment, on: { workId: work }, authorId: person.id, body: 'A remark' })
  const friend = await makeUser(db)
  return {
    ...(await makeAllOwned(api, person)),
    works: work,
    workId: work,
    comments: comment,
    courses: courseId,
    videos: videoIds[0]!,
    videoId: videoIds[0]!,
    activities: activity,
    users: friend.id,
    userId: friend.id,
    backstage: work,
  }
}
