import { request } from 'node:http'
import { openDb, poolSizes } from '@toile/db/client'
import { insertUser } from '@toile/db/users/users'
import { hashPassword } from '@toile/runtime/passwords'
import type { Line } from '../measure/line.js'
import { median } from '../measure/median.js'

/** Number of logins per name. It is below the limit of attempts per login name in 15 minutes. */
const TRIES = 200
const PASSWORD = 'a wrong password'

/** Measures whether timing reveals existing names. Each login has its own address, because addresses have limits. */
export async function benchLoginTiming({ port, databaseUrl }: { port: number; databaseUrl: string }): Promise<Line[]> {
  const db = openDb({ url: databaseUrl, poolSize: poolSizes.tool, onError: () => {} })
  const account = { username: 'known', email: 'known@example.test', inviteCode: 'bench' }
  await insertUser(db, { ...account, passwordHash: await hashPassword('a right password') })
  await db.destroy()
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  // The first 20 rounds do not count: they warm up connections, prepared statements and compiled code.
  for (let i = -20; i < TRIES; i++)
    for (const name of ['known', 'unknown'] as const) {
      const ms = await login(port, `127.${name === 'known' ? 1 : 2}.${i < 0 ? 250 : i >> 7}.${(i & 127) + 1}`, name)
      if (i >= 0) times[name].push(ms)
    }
  const [known, unknown] = [median(times.known), median(times.unknown)]
  const apart = (Math.abs(known - unknown) / known) * 100
  return [
    {
      what: `sign in with a wrong password, a name that exists (median of ${TRIES})`,
      measured: `${known.toFixed(1)} ms`,
    },
    {
      what: 'the same, a name that does not exist',
      measured: `${unknown.toFixed(1)} ms (${apart.toFixed(1)} % apart)`,
    },
  ]
}

/** @returns milliseconds until the response is complete @throws Error unless the login is refused with 422 */
function login(port: number, localAddress: string, name: string): Promise<number> {
  const body = JSON.stringify({ login: name, password: PASSWORD })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const began = performance.now()
    request(
      { host: '127.0.0.1', port, localAddress, path: '/auth/login', method: 'POST', headers, agent: false },
      (answer) => {
        answer.resume()
        answer.once('end', () => {
          if (answer.statusCode === 422) resolve(performance.now() - began)
          else reject(new Error(`Signing in answered ${answer.statusCode}`))
        })
      },
    )
      .once('error', reject)
      .end(body)
  })
}
