import type { Fault, FaultParts } from './fault.js'
import { makePerson } from '../workload/people.js'
import { call } from '../workload/client.js'

const CALLS = 300
const AT_ONCE = 100
const CALL_MS = 20_000

export function floods({ system, caller }: FaultParts): Fault[] {
  return [
    {
      kind: 'flood',
      name: 'a person who calls without end',
      async strike() {
        const one = await makePerson(system.db, system.secret)
        const flooder = { ...caller, token: one.token }
        const statuses: number[] = []
        let left = CALLS
        const flood = async () => {
          while (left-- > 0)
            statuses.push(
              await call(flooder, 'PUT', `/users/${caller.id}/follow`, {}, CALL_MS)
                .then(async (answer) => {
                  await answer.arrayBuffer()
                  return answer.status
                })
                .catch(() => 0),
            )
        }
        const flooding = Promise.all(Array.from({ length: AT_ONCE }, flood))
        const began = performance.now()
        const other = await call(caller, 'GET', '/uploads', {}, CALL_MS).catch(() => undefined)
        const ms = Math.round(performance.now() - began)
        await flooding
        const refused = statuses.filter((status) => status === 429).length
        return refused > 0 && other?.ok
          ? `${refused} of ${CALLS} calls refused with 429, another person answered in ${ms} ms`
          : undefined
      },
    },
  ]
}
