import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '@toile/contracts/ids'
import type { Line } from '../measure/line.js'

/** Page views per second. The flood is threat N02 in docs/threats.md, here with 10,000 page views in ten seconds. */
const BEACONS_A_SECOND = 1_000
const SECONDS = 10
const LOOKS_A_SECOND = 50
const ADDRESSES = 40
const ROUNDS = 3

export async function benchPageViewFlood({ port }: { port: number }): Promise<Line[]> {
  const agents = Array.from({ length: ADDRESSES }, (_, i) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 4 })
    return { agent, localAddress: `127.3.0.${i + 1}` }
  })
  const call = (i: number, method: string, path: string, body?: string) =>
    new Promise<number>((resolve, reject) => {
      const began = performance.now()
      const headers = body ? { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(body) } : {}
      request({ host: '127.0.0.1', port, method, path, headers, ...agents[i % ADDRESSES]! }, (answer) => {
        answer.resume()
        answer.once('end', () => resolve(performance.now() - began))
      })
        .once('error', reject)
        .end(body)
    })
  const beacon = (i: number) =>
    call(i, 'POST', '/analytics/page-views', JSON.stringify({ id: newId(), path: '/learning', seconds: 3 }))

  const run = async (beaconsASecond: number) => {
    const looks: Promise<number>[] = []
    const beacons: Promise<number>[] = []
    const began = performance.now()
    for (let tick = 0; tick < SECONDS * LOOKS_A_SECOND; tick++) {
      looks.push(call(tick, 'GET', '/'))
      for (let i = 0; i < beaconsASecond / LOOKS_A_SECOND; i++) beacons.push(beacon(tick * 20 + i))
      await pause(Math.max(0, began + ((tick + 1) * 1_000) / LOOKS_A_SECOND - performance.now()))
    }
    await Promise.all(beacons)
    const seconds = (performance.now() - began) / 1_000
    return { looks: await Promise.all(looks), beaconsASecond: beacons.length / seconds }
  }

  await run(BEACONS_A_SECOND / 10)
  const quiet: number[] = []
  const flooded: number[] = []
  let reached = 0
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push(...(await run(0)).looks)
    const flood = await run(BEACONS_A_SECOND)
    flooded.push(...flood.looks)
    reached += flood.beaconsASecond / ROUNDS
  }
  for (const { agent } of agents) agent.destroy()
  const at = (times: number[], share: number) => times.sort((a, b) => a - b)[Math.floor(times.length * share)]!
  const inWords = (times: number[]) => `${at(times, 0.5).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(1)} ms`
  return [
    {
      what: `GET / while nobody else calls (${quiet.length} calls, ${LOOKS_A_SECOND} a second)`,
      measured: inWords(quiet),
    },
    {
      what: `the same during ${reached.toFixed(0)} page views a second`,
      measured: `${inWords(flooded)} (p99 ${((at(flooded, 0.99) / at(quiet, 0.99) - 1) * 100).toFixed(0)} % more)`,
    },
  ]
}
