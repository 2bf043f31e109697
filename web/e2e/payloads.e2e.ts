import { expect, type Page } from 'playwright/test'
import { fillActivity, fillCourse, fillGoods, findJobOfPayload } from './payloads-backstage.js'
import { long, short } from './payloads.js'
import { makeReleasedWork } from './released-work.js'
import { test } from './test.js'
import { adminSession, baseUrl, navigateInPage, registerByApi, type Session } from './visitor.js'

let person: Session
let works: { id: string; uploadId: string }[] = []

async function call(method: string, path: string, body: object): Promise<void> {
  const headers = {
    authorization: `Bearer ${person.token}`,
    'content-type': 'application/json',
    'user-agent': long[9]!,
  }
  const response = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) })
  expect(response.ok, `${path}: ${response.ok ? '' : await response.text()}`).toBe(true)
}

const UPLOAD_BYTES = 1_000

/** Creates an upload without sending bytes. @returns its URL in the API */
async function announceUpload(filename: string): Promise<string> {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const response = await fetch(`${baseUrl}/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'tus-resumable': '1.0.0',
      'upload-length': `${UPLOAD_BYTES}`,
      'upload-metadata': `filename ${base64(filename)},kind ${base64('model')}`,
    },
  })
  expect(response.status, response.ok ? '' : await response.text()).toBe(201)
  return new URL(response.headers.get('location')!, baseUrl).href
}

/** Sends an upload completely. Its job then fails, because the bytes are not a model. */
async function sendUpload(filename: string): Promise<void> {
  const response = await fetch(await announceUpload(filename), {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${person.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: Buffer.alloc(UPLOAD_BYTES),
  })
  expect(response.status, response.ok ? '' : await response.text()).toBe(204)
}

/** Joins payloads from index `from` on while they fit into `max` characters. `next` is the first unused index. */
function fill(from: number, max: number): { text: string; next: number } {
  let text = ''
  let next = from
  for (; next < long.length && text.length + long[next]!.length < max; next++) text += `${long[next]}\n`
  return { text, next }
}

test.beforeAll(async () => {
  const made = await registerByApi()
  // Pages list sessions with their user agent. So the sign-in sends a payload as its user agent.
  const body = JSON.stringify({ login: made.user.name, password: made.password })
  const headers = { 'content-type': 'application/json', 'user-agent': long[9]! }
  person = (await (await fetch(`${baseUrl}/auth/login`, { method: 'POST', headers, body })).json()) as Session
  const field = '<img src=x onerror=window.__xss=1>'
  await call('PATCH', '/me/profile', {
    nickname: short[0],
    occupation: field,
    company: field,
    location: short[1],
    description: fill(0, 1_000).text,
  })
  works = []
  for (const title of short) works.push(await makeReleasedWork({ title, login: made.user.name }))
  let place = 0
  for (const { id } of works) {
    const { text, next } = fill(place, 900)
    await call('PATCH', `/works/${id}`, { intro: text, tags: [short[0], short[1], short[5]] })
    place = next % long.length
  }
  place = 0
  while (place < long.length) {
    const { text, next } = fill(place, 1_000)
    await call('POST', `/works/${works[0]!.id}/comments`, { body: text })
    place = next
  }
  await announceUpload('<img src=x onerror=window.__xss=1>.glb')
  expect(long.length + short.length).toBeGreaterThan(40)
})

/** Each page must show payloads, but no payload may run or try to run. */
async function expectNothingRuns(page: Page, addresses: string[]): Promise<void> {
  const tried: string[] = []
  page.on('dialog', (dialog) => {
    tried.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('console', (message) => message.text().includes('Content Security Policy') && tried.push(message.text()))
  page.on('pageerror', (error) => tried.push(error.message))
  for (const [i, address] of addresses.entries()) {
    // Stays in one document, so that the first page's CSP applies to all pages and pages load fast. An address with the
    // path of the page before is loaded anew, because navigateInPage() waits for a new heading.
    if (i === 0) await page.goto(address)
    else if (new URL(page.url()).pathname === address.split('?')[0]) await page.goto(address)
    else await navigateInPage(page, address)
    // Text in fields counts too, except in search fields, because search fields only repeat the query.
    const shown = () =>
      page.evaluate(() => {
        const fields = [...document.querySelectorAll('input:not([type=search]), textarea')] as HTMLInputElement[]
        return [document.body.innerText, ...fields.map(({ value }) => value)].join('\n')
      })
    await expect.poll(shown, address).toContain('__xss')
    await page.mouse.move(600, 400)
    await expect(page.locator('.skeleton'), address).toHaveCount(0)
    expect(await page.evaluate(() => '__xss' in window), address).toBe(false)
    for (const injected of ['[onerror]', '[onload]', '[onfocus]', 'script:not([src]):not([type])', 'a[href^="java" i]'])
      await expect(page.locator(injected), `${injected} on ${address}`).toHaveCount(0)
    expect(tried, address).toEqual([])
  }
}

test('C01 scripts in titles, introductions, tags, comments and names stay text on every page', async ({ page }) => {
  const [{ id } = { id: '' }] = works
  await expectNothingRuns(page, [
    '/',
    ...works.map((work) => `/project/${work.id}`),
    `/embed/${id}`,
    '/creators',
    `/creators/personalPage?id=${person.user.id}`,
    `/compare?one=${id}&other=${works[1]!.id}`,
  ])
})

test('C02 scripts stay text on pages for signed-in users, also in file and program names', async ({ open }) => {
  const [{ id, uploadId } = { id: '', uploadId: '' }] = works
  await expectNothingRuns(await open(person), [
    '/admin',
    '/admin/profile',
    '/admin/works',
    '/upload',
    `/upload/uploadDetail?id=${uploadId}`,
    `/static/share-success?id=${id}`,
  ])
})

test('C02 scripts stay text on admin pages: reports, evidence, reasons, audit log, timelines and all lists of user content', async ({
  open,
}) => {
  const [work] = works
  const reporter = await registerByApi()
  const admin = await adminSession()
  const as = async (session: Session, method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${session.token}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    expect(response.ok, `${path}: ${response.ok ? '' : await response.text()}`).toBe(true)
    return response
  }
  for (const [kind, id] of [
    ['work', work!.id],
    ['user', person.user.id],
  ])
    await as(reporter, 'POST', '/reports', { kind, id, reason: fill(0, 1_000).text })
  const caseOf = async (id: string) => {
    const list = await as(admin, 'GET', `/backstage/reports?subject=${id}`)
    return ((await list.json()) as { items: { id: string }[] }).items[0]!.id
  }
  const [ofWork, ofPerson] = [await caseOf(work!.id), await caseOf(person.user.id!)]
  await as(admin, 'POST', `/backstage/reports/${ofWork}/decision`, { decision: 'warn', reason: fill(20, 900).text })
  const script = long[9]!
  await as(admin, 'POST', '/backstage/tenants', {
    name: short[0],
    contact: script,
    storageBytes: 1,
    rendersPerMonth: 1,
  })
  await as(admin, 'POST', '/backstage/s-codes', { days: 1, count: 1, note: script })
  await call('POST', '/studio/activate', { deviceId: script, deviceName: script })
  const { id: hidden } = await makeReleasedWork({ title: short[0]!, login: person.user.name })
  await as(admin, 'POST', '/backstage/works/hide', { ids: [hidden], reason: fill(20, 500).text })
  await sendUpload(`${short[0]}.glb`)
  const others = [
    ...(await fillGoods()),
    ...(await fillCourse()),
    ...(await fillActivity(person.user.id, work!.id)),
    ...(await findJobOfPayload('uploads')),
  ]
  await expectNothingRuns(await open(admin), [
    '/backgroundAdmin',
    '/backgroundAdmin/reports',
    `/backgroundAdmin/reports?case=${ofPerson}`,
    `/backgroundAdmin/reports?state=decided&case=${ofWork}`,
    '/backgroundAdmin/audit',
    `/backgroundAdmin/timeline?kind=work&id=${work!.id}`,
    `/backgroundAdmin/timeline?kind=user&id=${person.user.id}`,
    ...[
      'worksList',
      'notFramer',
      'commentList',
      'sCode',
      'sCode?list=batches',
      'softwareActivate',
      'tenantOperation',
    ].map((page) => `/backgroundAdmin/operatingCenter/${page}${page.includes('?') ? '&' : '?'}q=__xss`),
    `/backgroundAdmin/userManagement?q=${person.user.id}`,
    `/backgroundAdmin/userManagement?user=${person.user.id}`,
    `/backgroundAdmin/creators?q=${person.user.name}`,
    ...others,
  ])
})
