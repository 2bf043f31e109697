import t from '@toile/testing/tap'
import type { Routes } from '@toile/contracts/routes'
import type { ResponseOf } from '@toile/contracts/route'
import { makeToken, makeUser } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { sharedSystem, type SharedSystem } from '../test/shared-system.js'

interface Span {
  process: string
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string } }[]
}

let system: SharedSystem
t.before(async () => {
  system = await sharedSystem()
})

/** The bodies in `system.traces` are OTLP over HTTP, in JSON. */
function spansOf(traceId: string): Span[] {
  const bodies = system.traces.filter((body) => body.includes(traceId))
  return bodies.flatMap((body) => {
    const said = JSON.parse(body) as {
      resourceSpans: { resource: Pick<Span, 'attributes'>; scopeSpans: { spans: Omit<Span, 'process'>[] }[] }[]
    }
    return said.resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const process = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
      const spans = scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, process })))
      return spans.filter((span) => span.traceId === traceId)
    })
  })
}

await t.test('follows a call through queues by its id and by one trace', async (t) => {
  const [follower, followed, admin] = await Promise.all([
    makeUser(system.db),
    makeUser(system.db),
    makeUser(system.db, { group: 'admin' }),
  ])
  const as = async (user: typeof admin) => ({ authorization: `Bearer ${(await makeToken(system.db, user)).token}` })
  const forged = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'
  const answer = await fetch(`${system.url}/users/${followed.id}/follow?token=canary-of-an-address`, {
    method: 'PUT',
    headers: { ...(await as(follower)), traceparent: forged, 'x-request-id': 'forged' },
  })
  t.ok(answer.ok, await answer.text())
  const requestId = answer.headers.get('x-request-id')!

  const events = () =>
    system.db
      .selectFrom('events')
      .select(['id', 'type', 'caused_by', 'traceparent'])
      .where('request_id', '=', requestId)
      .orderBy('created_at')
      .execute()
  await until(async () => (await events()).length >= 2)
  const [first, ...further] = await events()
  t.match(first, { type: 'user.followed', caused_by: null })
  t.ok(further.length > 0)
  for (const { caused_by, type } of further) t.equal(caused_by, first!.id, `${type} came of the job of user.followed`)

  const traceId = first!.traceparent!.split('-')[1]!
  t.not(traceId, forged.split('-')[1], 'a stranger begins no trace of ours')
  t.ok(further.every(({ traceparent }) => traceparent?.split('-')[1] === traceId))

  const lineOf = (name: string) =>
    system
      .logs('notifications')
      .split('\n')
      .find((line) => line.includes(`"name":"${name}"`) && line.includes(`"requestId":"${requestId}"`))
  await until(() => lineOf('worker-notifications') !== undefined)
  t.match(lineOf('worker-notifications'), /notify\.follow/)

  const ofTrace = (process: string) => spansOf(traceId).filter((span) => span.process === process)
  await until(() => ['api', 'relay', 'worker-notifications'].every((process) => ofTrace(process).length > 0))
  const call = ofTrace('api').find(({ parentSpanId }) => !parentSpanId)!
  t.equal(call.name, 'PUT /users/:id/follow')
  t.notMatch(system.traces.join(), 'canary-of-an-address', 'addresses may hold secrets')
  const relayed = ofTrace('relay').find(({ name }) => name === 'relay user.followed')!
  t.ok(ofTrace('api').some(({ spanId }) => spanId === relayed.parentSpanId))
  const job = ofTrace('worker-notifications').find(({ parentSpanId }) => parentSpanId === relayed.spanId)
  t.match(job, { name: /^process/ })

  const path = `/backstage/queues/notifications/jobs/${first!.id}.notify.follow.1`
  const seen = (await (await fetch(system.url + path, { headers: await as(admin) })).json()) as ResponseOf<
    Routes['getJob']
  >
  t.equal(seen.request?.id, requestId)
  t.match(seen.request?.consequences[0], {
    type: 'user.followed',
    causedBy: null,
    relayedAt: String,
    jobs: [
      { queue: 'notifications', name: 'notify.follow', state: 'completed', startedAt: String, finishedAt: String },
    ],
  })
  t.match(seen.request?.consequences[1], { causedBy: first!.id })
})
