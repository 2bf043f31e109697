import type { Activity } from '@toile/contracts/activities/activities'
import type { ActivityMoment } from '@toile/contracts/activities/activities.constants'
import { adminSession, baseUrl } from './visitor.js'

/** Calls the API as an administrator. @throws Error with the server's answer if the server refuses the call */
export async function asAdmin<T>(method: string, path: string, body?: object): Promise<T> {
  const { token } = await adminSession()
  const response = await fetch(`${baseUrl}/backstage${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  return (await response.json()) as T
}

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const HOUR_MS = 3_600_000

/** Creates an activity that starts at once. Unless `fields` differ, its other dates are 1 to 5 hours away. */
export async function announceActivity(fields: object): Promise<Activity> {
  return asAdmin('POST', '/activities', {
    title: 'A coat for rain',
    summary: 'One garment that keeps its line when it is wet.',
    rules: '<h2>The brief</h2><p>Water runs <strong>off</strong> it.</p>',
    prize: { amount: 100_000, currency: 'EUR' },
    tiers: [
      { title: 'First prize', amount: 70_000 },
      { title: 'Second prize', amount: 30_000 },
    ],
    criteria: [
      { id: 'line', title: 'Line', weight: 75 },
      { id: 'cloth', title: 'Cloth', weight: 25 },
    ],
    jurorIds: [],
    maxSubmissions: 2,
    blind: true,
    scoresPublished: true,
    timeZone: 'Asia/Shanghai',
    startsAt: inMs(-1_000),
    registrationStartsAt: inMs(1 * HOUR_MS),
    registrationEndsAt: inMs(2 * HOUR_MS),
    submissionEndsAt: inMs(3 * HOUR_MS),
    reviewEndsAt: inMs(4 * HOUR_MS),
    endsAt: inMs(5 * HOUR_MS),
    ...fields,
  })
}

/** Lets the moment come soon. The API refuses a moment that is past once the call arrives; then it is set later. */
export async function begin(id: string, moment: ActivityMoment, aheadMs = 1_000): Promise<Activity> {
  try {
    return await asAdmin('PATCH', `/activities/${id}`, { [moment]: inMs(aheadMs) })
  } catch (error) {
    if (!/has passed/.test(String(error))) throw error
    return begin(id, moment, aheadMs * 2)
  }
}
