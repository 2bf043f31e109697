import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { seedWorks } from '@toile/testing/seeded-works'
import { seededRandom } from '@toile/runtime/random'
import { onItsWay } from './checks/effects.js'
import { check, seesAll } from './checks/checker.js'
import type { Client } from './workload/client.js'
import { useCodes } from './workload/codes.js'
import { holdContests } from './workload/contest.js'
import { daysLater } from './faults/clock.js'
import { allFaults, deckOf } from './faults/deck.js'
import { within, type Fault, type FaultKind } from './faults/fault.js'
import { openJournal } from './journal.js'
import { writeLetters } from './workload/letters.js'
import { correspond, readThreads } from './workload/messages.js'
import { makePerson } from './workload/people.js'
import { signPeopleIn } from './workload/sign-ins.js'
import type { Played } from './report.js'
import { checkRestored } from './restored.js'
import { startSystem, type System } from './system/system.js'
import { toile } from './system/toile-command.js'
import { speak } from './workload/voices.js'
import type { Verdict } from './checks/verdict.js'
import { openWitness } from './workload/witness.js'
import { MOST_ON_THEIR_WAY, work } from './workload/uploads.js'

export interface Scene {
  store: 'folder' | 's3'
  people: number
  times(kind: FaultKind): number
  /** Share (0 to 1) of lasting faults that hold for a minute. */
  longHolds: number
  /** Holds and pauses are short, and there is one contest. Faults at busy workers come first. Then uploads stop. */
  isBrief: boolean
  restore: boolean
}

export interface Stage {
  dataDir: string
  seed: number
  say: (line: string) => void
  broken: AbortSignal
}

const LOCK_SECONDS = 2
/** Longest wait until the system is idle. Only stuck work takes so long: a busy machine draws a garment in a minute. */
const QUIET_MS = 300_000
/** Number of users who upload. The others only like, follow, comment, write and compete. */
const UPLOADERS = 2
/** Number of works that all users like and comment on. There are few, so that the users' calls collide. */
const TALKED_OF = 3
/** Live messages may still arrive this long after everything else is idle. Later messages count as lost. */
const LAST_MESSAGES_MS = 30_000
const SHORTEST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 800

export async function play(scene: Scene, stage: Stage): Promise<Played> {
  const { dataDir, say, broken } = stage
  const system = await startSystem({ dataDir, store: scene.store, lockSeconds: LOCK_SECONDS, say, signal: broken })
  try {
    return await strikeAndCheck(system, scene, stage)
  } finally {
    await system.stop()
  }
}

/** Faults at busy workers come first, flushes last among them: after a flush, workers lack jobs for some seconds. */
const rank = ({ kind, atWork }: Fault): number => (!atWork ? 2 : kind === 'flush' ? 1 : 0)

async function strikeAndCheck(system: System, scene: Scene, stage: Stage): Promise<Played> {
  const { urls, db, redis, storage, secret } = system
  const { dataDir, seed, say, broken } = stage
  const random = seededRandom(seed)
  const journal = openJournal(path.join(dataDir, 'journal'))
  const enough = new AbortController()
  const enoughUploads = new AbortController()
  const clientOf = (person: { id: string; token: string }): Client => ({
    ...{ urls, journal, broken, enough: enough.signal },
    ...person,
  })
  const people = await Promise.all(Array.from({ length: scene.people }, () => makePerson(db, secret)))
  const clients = people.map(clientOf)
  const othersOf = (id: string) => people.map((one) => one.id).filter((other) => other !== id)
  const witnesses = people.map(({ token, id }, i) => ({
    ...openWitness(urls[i % urls.length]!, token, othersOf(id)),
    userId: id,
  }))
  const workIds = await seedWorks(db, people[0]!, TALKED_OF, 1)
  const working = Promise.all([
    ...clients
      .slice(0, UPLOADERS)
      .map((client, i) =>
        work(client, seed + i, { most: scene.isBrief ? 1 : MOST_ON_THEIR_WAY, enoughUploads: enoughUploads.signal }),
      ),
    ...clients.map((client, i) =>
      speak(client, { id: client.id, workIds, others: othersOf(client.id) }, seededRandom(seed + i)),
    ),
    ...clients.flatMap((client, i) => (i % 2 === 1 ? correspond(clients[i - 1]!, client) : [])),
    holdContests(clients, db, scene.isBrief ? 1 : Infinity),
    useCodes(clientOf(await makePerson(db, secret, 'admin')), db, secret),
    writeLetters(clientOf(await makePerson(db, secret)), db),
    signPeopleIn(clientOf(people[0]!), system.socialSignIn),
  ])
  // `working` is awaited below. Without this handler, an earlier rejection would end the process before the cleanup.
  working.catch(() => {})

  const caller = clientOf(await makePerson(db, secret))
  const all = allFaults({
    system,
    lockSeconds: LOCK_SECONDS,
    random,
    longHolds: scene.longHolds,
    isBrief: scene.isBrief,
    caller,
  })
  const faults: Played['faults'] = new Map()
  const shuffled = deckOf(all, scene.times, random)
  const deck = scene.isBrief ? shuffled.toSorted((a, b) => rank(a) - rank(b)) : shuffled
  for (const { kind } of deck) faults.set(kind, { seen: 0, wanted: (faults.get(kind)?.wanted ?? 0) + 1 })
  const strike = async (fault: Fault, nth: string): Promise<boolean> => {
    broken.throwIfAborted()
    let failure = ''
    const effect = await fault.strike().catch((error: Error) => {
      failure = ` (${error.message})`
      return undefined
    })
    say(`${nth} ${fault.name}: ${effect ?? `no effect seen${failure}`}`)
    if (effect) faults.get(fault.kind)!.seen++
    await wait(SHORTEST_PAUSE_MS + (scene.isBrief ? 0 : random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS)))
    return effect !== undefined
  }
  const missed: Fault[] = []
  for (const [i, fault] of deck.entries()) {
    if (scene.isBrief && !fault.atWork) enoughUploads.abort()
    if (!(await strike(fault, `${i + 1}/${deck.length}`))) missed.push(fault)
  }
  for (const fault of missed) await strike(fault, 'again')
  enough.abort()
  await working
  say('recovered; waiting until idle')
  const deadline = Date.now() + QUIET_MS
  // The system must be idle twice in a row. Each look reads Postgres before Redis. If a job ends in between, the look
  // misses its events, which were not in Postgres yet, and the job, which is no longer in Redis.
  for (let quiet = 0; quiet < 2 && Date.now() < deadline;) {
    broken.throwIfAborted()
    quiet = (await onItsWay(db, redis)).length > 0 ? 0 : quiet + 1
    await wait(300)
  }
  // `storage prune` removes the files that killed processes left, but only files that are a day old. So it runs with a
  // clock that is two days ahead.
  const later = daysLater()
  if (!later || !(await toile(['storage', 'prune'], { ...system.env, ...later })))
    say('storage prune did not run: unreferenced files remain')
  say('comparing')
  const letters = system.mailServer.mails.map(({ to, mail }) => ({ to, id: mail.messageId ?? '' }))
  const entries = journal.read()
  const threads = await readThreads(clients, entries)
  const evidence = { journal: entries, db, storage, redis, witnesses, threads, letters }
  await within(LAST_MESSAGES_MS, () => seesAll(evidence))
  const verdicts: Verdict[] = await check(evidence)
  for (const witness of witnesses) witness.close()
  journal.close()
  if (scene.restore) verdicts.push(await checkRestored(system, evidence, stage))
  return { verdicts, faults }
}
