import type { Db } from '../client.js'

// Runs random histories of one row against a model of its state machine.

export interface Model<At extends string> {
  at: At
  attempt: number
  redrives: number
  /** Uploads only: all bytes have arrived. */
  received?: boolean
  failedFrom?: At
  gone?: true
}

/** An operation on a row. `attempt` is the attempt of the caller, which may be older or newer than the row's. */
export interface Action<At extends string> {
  /** @returns the expected change; undefined if the action must be refused */
  may(now: Model<At>, attempt: number): Partial<Model<At>> | undefined
  do(row: { id: string; uploadId?: string }, attempt: number, now: Model<At>): Promise<boolean>
  /** Returns false in states in which the app never calls the action. Histories skip the action in these states. */
  when?(now: Model<At>): boolean
  /** Excludes the action from duplicate concurrent calls, because both calls would take effect. */
  each?: true
}

export interface Machine<At extends string> {
  table: 'uploads' | 'images' | 'videos' | 'renders' | 'works'
  start(): Promise<{ id: string; uploadId?: string }>
  begins: Model<At>
  actions: Record<string, Action<At>>
}

export const isNow = (now: Model<string>, attempt: number) => now.attempt === attempt
/** Allows the listed transitions, and only for the current attempt. */
export const along =
  <At extends string>(arrows: Record<At, readonly At[]>, to: At): Action<At>['may'] =>
  (now, attempt) =>
    isNow(now, attempt) && arrows[now.at].includes(to) ? { at: to } : undefined
/** What a sweep does to a stuck row: it starts the next attempt, or sets `failed` after `most` redrives. */
export const driven =
  <At extends string>(most: number, inMotion: readonly At[]): Action<At>['may'] =>
  (now, attempt) => {
    if (!isNow(now, attempt) || !inMotion.includes(now.at)) return undefined
    if (now.redrives >= most) return { at: 'failed' as At, failedFrom: now.at }
    return { attempt: now.attempt + 1, redrives: now.redrives + 1 }
  }
export function actionsTo<At extends string>(
  states: readonly At[],
  action: (to: At) => Action<At>,
): Record<string, Action<At>> {
  return Object.fromEntries(states.map((to) => [`to ${to}`, action(to)]))
}
async function readRow(db: Db, table: Machine<string>['table'], id: string) {
  const column = table === 'uploads' ? 'stage' : table === 'works' ? 'state' : 'status'
  const attempt = table === 'works' ? [] : (['attempt', 'redrives'] as const)
  // Kysely's types cannot relate the columns to the table.
  const row = await db
    .selectFrom(table as 'uploads')
    .select([`${column as 'stage'} as at`, 'version', ...(attempt as ['attempt', 'redrives'])])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, version: Number(row.version) }
}

export interface Step {
  /** `possible` limits the choice to actions that the model allows and that keep the row, if there are any. */
  of: 'all' | 'possible'
  which: number
  late: number
  twice: boolean
}

/** Compares a new row with the model after each step, and its events at the end. Throws if they differ. */
export async function live<At extends string>(
  db: Db,
  { table, start, begins, actions }: Machine<At>,
  steps: readonly Step[],
): Promise<void> {
  const row = await start()
  let now = begins
  let version = 1
  const done: string[] = []
  for (const { of, which, late, ...step } of steps) {
    const possible = Object.keys(actions).filter((name) => {
      const next = actions[name]!.may(now, now.attempt)
      return next && !next.gone
    })
    const names = of === 'possible' && possible.length > 0 ? possible : Object.keys(actions)
    const name = names[which % names.length]!
    const action = actions[name]!
    const twice = step.twice && !action.each
    if (action.when?.(now) === false || now.gone) continue
    const attempt = now.attempt - late
    const next = action.may(now, attempt)
    done.push(`${name} of attempt ${attempt}${twice ? ', twice at once' : ''}`)
    const trail = `${done.join('; ')}; from ${JSON.stringify(now)}`
    const doing = () => action.do(row, attempt, now)
    const did = await Promise.all(twice ? [doing(), doing()] : [doing()])
    if (did.filter(Boolean).length !== (next ? 1 : 0)) throw new Error(`${trail}: did ${did.join()}`)
    if (next) {
      now = { ...now, ...next }
      version++
    }
    const found = await readRow(db, table, row.id)
    if (now.gone ? found : found?.at !== now.at || found.version !== version)
      throw new Error(`${trail}: ${JSON.stringify(found)}, not version ${version} of ${now.at}`)
    if (found?.attempt !== undefined && (found.attempt !== now.attempt || found.redrives !== now.redrives))
      throw new Error(`${trail}: ${JSON.stringify(found)}, not attempt ${now.attempt} and redrive ${now.redrives}`)
  }
  const events = await db
    .selectFrom('events')
    .select('version')
    .where('subject_id', '=', row.id)
    .orderBy('version')
    .execute()
  const last = now.gone ? version - 1 : version
  const versions = events.map((event) => Number(event.version))
  const wanted = Array.from({ length: versions.length }, (_, i) => last - versions.length + 1 + i)
  if (versions.join() !== wanted.join() || versions.length < last - 1)
    throw new Error(`events have versions ${versions.join()} of ${last}`)
}
