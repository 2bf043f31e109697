import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import { inTransaction, type Db } from '@toile/db/client'
import { redeemCode } from '@toile/db/software/codes'
import { banUser } from '@toile/db/users/bans'
import { insertBatch } from '@toile/db/software/codes-backstage'
import { register } from '@toile/db/activities/activity-registrations'
import { submitWork } from '@toile/db/activities/activity-submissions'
import { insertComment } from '@toile/db/comments/comments'
import { addLesson, insertCourse } from '@toile/db/courses/courses-backstage'
import { bindDevice, unbindDevice } from '@toile/db/software/devices'
import { insertMarketItem, showMarketItem } from '@toile/db/market/market-backstage'
import { insertUnsubscribeToken } from '@toile/db/notifications/notification-mails'
import { requestExport } from '@toile/db/backstage/table-exports'
import { hideWork } from '@toile/db/moderation/work-moderation'
import { insertWorkVersion } from '@toile/db/works/work-versions'
import type { User } from '@toile/db/users/users'
import { insertWork, moveWork } from '@toile/db/works/works-transitions'
import { createDownloadLinks } from '@toile/runtime/download-links'
import { createLinks } from '@toile/runtime/links'
import { newToken } from '@toile/runtime/one-time-tokens'
import { makeCode } from '@toile/runtime/s-codes'
import type { Config } from '@toile/runtime/config'
import type { Storage } from '@toile/storage/storage'
import { makeActivity, makeReleasedWork, setPhase } from './activities.js'
import { makeReadyVideo, makeSentFile } from './courses.js'
import { makeReadyUpload, makeRender, makeUser } from './factories.js'

const BYTES = Buffer.from('Bytes of a file.')

interface Parts {
  db: Db
  config: Config
  storage: Storage
}

export interface People {
  owner: User
  administrator: User
}

/**
 * Creates the resources that access-tables.ts names in braces, except the upload in progress. Most belong to the owner.
 * @returns their ids, paths or tokens
 */
export async function makeThings(parts: Parts, people: People) {
  return {
    ...(await makeWorks(parts.db, people)),
    ...(await makeFiles(parts, people)),
    ...(await makeCourseAndItems(parts, people)),
    ...(await makeActivities(parts.db, people)),
    ...(await makeTokens(parts.db, people)),
  }
}

export async function makeWorks(db: Db, { owner, administrator }: Pick<People, 'owner' | 'administrator'>) {
  const nobodyHere = await makeUser(db)
  const keptWork = newId()
  const draftWork = newId()
  const { uploadId, coverId } = await makeReadyUpload(db, owner)
  await inTransaction(db, async (trx) => {
    await insertWork(trx, { id: draftWork, ownerId: owner.id, title: 'Not for anybody yet' })
    const fields = { title: 'Kept to myself', upload_id: uploadId, cover_id: coverId, visibility: 'private' as const }
    await insertWork(trx, { id: keptWork, ownerId: owner.id, ...fields })
    await moveWork(trx, keptWork, 'released')
    await insertWorkVersion(trx, keptWork)
  })
  const shownWork = await makeReleasedWork(db, owner)
  const hiddenWork = await makeReleasedWork(db, owner)
  await inTransaction(db, (trx) => hideWork(trx, { id: hiddenWork, actorId: administrator.id, reason: 'Not theirs' }))
  const commentOn = async (workId: string, authorId: string) => {
    const id = newId()
    await insertComment(db, { id, on: { workId }, authorId, body: 'A remark', mentions: [] })
    return id
  }
  return {
    shownWork,
    keptWork,
    draftWork,
    hiddenWork,
    keptComment: await commentOn(keptWork, owner.id),
    commentOfNobodyHere: await commentOn(await makeReleasedWork(db, nobodyHere), nobodyHere.id),
    unsharedSpin: await makeRender(db, owner, { uploadId }),
  }
}

async function makeFiles({ db, config, storage }: Parts, { owner }: People) {
  const links = createLinks(config)
  const [kept, shown] = await db
    .selectFrom('files')
    .select(['id', 'key'])
    .where('owner_id', '=', owner.id)
    .where('state', '=', 'stored')
    .where('kind', '=', 'image')
    .where('public', '=', false)
    .limit(2)
    .execute()
  for (const { key } of [kept!, shown!]) await storage.put(key, BYTES, { contentType: 'image/webp' })
  await db.updateTable('files').set({ bytes: BYTES.length }).where('id', 'in', [kept!.id, shown!.id]).execute()
  await db.updateTable('files').set({ public: true }).where('id', '=', shown!.id).execute()
  const linkTo = (id: string, seconds?: number) => {
    const { pathname, search } = new URL(
      links.file({ id, name: 'a.webp', public: false }, seconds === undefined ? undefined : { seconds }),
    )
    return pathname + search
  }
  return {
    keptFile: kept!.id,
    shownFile: shown!.id,
    linkToKeptFile: linkTo(kept!.id),
    linkOfYesterday: linkTo(kept!.id, -86_400),
    linkToAnotherFile: linkTo(shown!.id).replace(shown!.id, kept!.id),
  }
}

async function makeCourseAndItems({ db, config, storage }: Parts, { owner, administrator }: People) {
  const draftCourse = newId()
  await insertCourse(db, draftCourse, { title: 'Draping a dress', description: '' })
  const { videoId: draftLesson } = await makeReadyVideo(db, administrator)
  await addLesson(db, draftCourse, { videoId: draftLesson, title: 'The first lesson' })
  const itemOf = async (access: 'free' | 'entitled', isShown: boolean) => {
    const id = newId()
    const uploadId = await makeSentFile(db, storage, administrator, 'Linen.sbsar', BYTES)
    await insertMarketItem(db, id, { title: 'Linen', licence: 'Free', access, upload_id: uploadId })
    if (isShown) await showMarketItem(db, id, true)
    return id
  }
  const itemForOwnersOfDays = await itemOf('entitled', true)
  const { hash, hint } = makeCode()
  await insertBatch(db, { days: 30, note: '', createdBy: administrator.id, codes: [{ hash, hint }] })
  await redeemCode(db, owner.id, { hash })
  const expires = Math.floor(Date.now() / 1_000) + 60
  const grant = { thing: 'market', id: itemForOwnersOfDays, userId: owner.id, expires }
  const signature = createDownloadLinks(config).sign(grant)
  const linkFor = (userId: string) =>
    `/market/files/${itemForOwnersOfDays}?${new URLSearchParams({ user: userId, expires: `${expires}`, signature })}`
  return {
    draftCourse,
    draftLesson,
    draftItem: await itemOf('free', false),
    itemForOwnersOfDays,
    linkToItem: linkFor(owner.id),
    linkToItemOfAnotherPerson: linkFor(administrator.id),
  }
}

export async function makeActivities(db: Db, { owner }: Pick<People, 'owner'>) {
  const unannouncedActivity = await makeActivity(db, 'upcoming')
  await sql`update activities set starts_at = now() + interval '1 minute' where id = ${unannouncedActivity}`.execute(db)
  const openActivity = await makeActivity(db, 'registration')
  await register(db, openActivity, owner.id)
  await setPhase(db, openActivity, 'submission')
  const entry = await makeReleasedWork(db, owner)
  await submitWork(db, { activityId: openActivity, workId: entry, userId: owner.id })
  return { unannouncedActivity, openActivity, entry }
}

async function makeTokens(db: Db, { owner, administrator }: People) {
  const bind = async (userId: string) => {
    const { token, hash } = newToken()
    const binding = { userId, deviceId: newId(), name: 'Studio PC', tokenHash: hash, sessionId: newId() }
    return { token, id: (await bindDevice(db, binding)).device.id }
  }
  const banned = await makeUser(db)
  const deviceTokenOfTheBanned = (await bind(banned.id)).token
  const ban = { id: banned.id, actorId: administrator.id, reason: 'Sells stolen works', until: null }
  await inTransaction(db, (trx) => banUser(trx, ban))
  const ended = await bind(owner.id)
  await unbindDevice(db, { id: ended.id, actorId: owner.id, keepSession: undefined })
  const mail = newToken()
  await insertUnsubscribeToken(db, mail.hash, owner.id, 'like')
  const anotherAdmin = await makeUser(db, { group: 'admin' })
  const exportOfAnotherAdmin = newId()
  const wish = { id: exportOfAnotherAdmin, ownerId: anotherAdmin.id, table: 'users', query: {}, columns: ['id'] }
  await requestExport(db, wish)
  return {
    deviceToken: (await bind(owner.id)).token,
    endedDeviceToken: ended.token,
    deviceTokenOfTheBanned,
    mailToken: mail.token,
    exportOfAnotherAdmin,
  }
}
