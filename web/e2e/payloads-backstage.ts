import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { register } from '@toile/db/activities/activity-registrations'
import { submitWork } from '@toile/db/activities/activity-submissions'
import { insertAnnouncement, withdrawAnnouncement } from '@toile/db/notifications/announcements'
import { findLogin } from '@toile/db/users/users'
import { makeActivity, setPhase } from '@toile/testing/activities'
import { makeSentFile } from '@toile/testing/courses'
import { expect } from 'playwright/test'
import { asAdmin } from './activities.js'
import { long, short } from './payloads.js'
import { openTestDb, openTestStore } from './toile-under-test.js'

// Puts XSS payloads into admin lists. payloads.e2e.ts fills the other lists. Public content is withdrawn or ended at
// once, so that other tests do not show it.

const script = long[9]!
const BACKSTAGE = '/backgroundAdmin'

/** Makes a draft market item, a withdrawn package and a withdrawn announcement. @returns their pages */
export async function fillGoods(): Promise<string[]> {
  const item = await asAdmin<{ id: string }>('POST', '/market-items', {
    title: short[0],
    intro: script,
    description: long.join('\n'),
    licence: script,
  })
  const db = openTestDb()
  const admin = (await findLogin(db, 'admin@toile.local'))!
  const name = `<img src=x onerror=__xss=1>${newId()}`
  const uploadId = await makeSentFile(db, openTestStore(), admin, `${script}.zip`, Buffer.from('bytes'))
  const version = { name: name.slice(0, 60), platform: 'windows', version: '1.0', notes: script, uploadId }
  const pack = await asAdmin<{ id: string }>('POST', '/packages', version)
  await asAdmin('PATCH', `/packages/${pack.id}`, { withdrawn: true, reason: script })
  const content = { title: short[0]!, body: script }
  await inTransaction(db, async (trx) => {
    const made = { authorId: admin.id, texts: { en: content, 'zh-CN': content }, path: `/${short[0]}` }
    await withdrawAnnouncement(trx, (await insertAnnouncement(trx, made)).id)
  })
  await db.destroy()
  return [
    `${BACKSTAGE}/marketItems?q=__xss`,
    `${BACKSTAGE}/marketItems/detail?id=${item.id}`,
    `${BACKSTAGE}/packages?q=__xss`,
    `${BACKSTAGE}/announcements?q=__xss`,
  ]
}

export async function fillCourse(): Promise<string[]> {
  const { id } = await asAdmin<{ id: string }>('POST', '/courses', { title: short[0], description: script })
  return [`${BACKSTAGE}/learningCenter?q=__xss`, `${BACKSTAGE}/learningCenter/detail?id=${id}`]
}

export async function fillActivity(userId: string, workId: string): Promise<string[]> {
  const db = openTestDb()
  const tier = { id: newId(), title: short[0]!, amount: 1 }
  const id = await makeActivity(db, 'registration', {
    title: short[0]!,
    summary: script,
    rules: `<p>${short[5]}</p>`,
    tiers: [tier],
    criteria: [{ id: 'line', title: short[1]!, weight: 100 }],
  })
  await register(db, id, userId)
  await setPhase(db, id, 'submission')
  await submitWork(db, { activityId: id, workId, userId })
  // The activity ends here, so that the pages of current activities do not show it.
  await setPhase(db, id, 'ended')
  await db.destroy()
  return [
    `${BACKSTAGE}/activityCenter?q=__xss`,
    `${BACKSTAGE}/activityCenter?id=${id}`,
    `${BACKSTAGE}/activityCenter?id=${id}&tab=edit`,
    `${BACKSTAGE}/activityCenter/avtiveworks?q=__xss`,
  ]
}

/** Waits until a job whose subject has a payload in its title has ended. @returns the address of the job's page */
export async function findJobOfPayload(queue: string): Promise<string[]> {
  let id: string | undefined
  const findJob = async () => {
    for (const state of ['failed', 'completed']) {
      const asked = `/queues/${queue}/jobs?state=${state}&pageSize=100`
      const { items } = await asAdmin<{ items: { id: string; subject: { title: string } | null }[] }>('GET', asked)
      id ??= items.find(({ subject }) => subject?.title.includes('__xss'))?.id
    }
    return id
  }
  await expect.poll(findJob, `a job of ${queue}`).toBeTruthy()
  return [`${BACKSTAGE}/queues?queue=${queue}&job=${encodeURIComponent(id!)}`]
}
