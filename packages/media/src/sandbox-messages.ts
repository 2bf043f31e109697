import type { Readable } from 'node:stream'
import { Type, type Static } from 'typebox'
import { StrictObject } from '@toile/contracts/shapes'

/** The descriptor over which both speak, a line of JSON each. */
export const CHANNEL = 3
/** Bounded, as what never ends would fill the memory of who reads it. This one is of what a worker says. */
const MAX_LINE_CHARS = 16 * 2 ** 20
/** NUL and half a surrogate pair, which Postgres refuses in JSON, as JSON.stringify() escapes them. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** A message as a line, without what could not be stored: names in a model may hold anything. */
export const lineOf = (message: StartMessage | ChildMessage): string =>
  `${JSON.stringify(message, (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value))}\n`

const storable = (text: string) => text.replace(/[\0\p{Surrogate}]/gu, '')

/**
 * Reads messages, a line each. Gives null for a line that is too long, no JSON, or could not be stored, and nothing after it.
 */
export function readMessages(
  from: Readable,
  onMessage: (message: unknown) => void,
  maxLineChars: number = MAX_LINE_CHARS,
): void {
  let line = ''
  const giveUp = () => {
    from.removeAllListeners('data').resume()
    onMessage(null)
  }
  from.setEncoding('utf8').on('data', (text: string) => {
    const lines = text.split('\n')
    lines[0] = line + lines[0]
    if (lines.some(({ length }) => length > maxLineChars)) return giveUp()
    line = lines.pop()!
    for (const each of lines)
      try {
        const message: unknown = JSON.parse(each)
        if (UNSTORABLE.test(JSON.stringify(message))) return giveUp()
        onMessage(message)
      } catch {
        return giveUp()
      }
  })
}

/** What the worker says to a script, once. */
export interface StartMessage {
  args: unknown
  inputPath: string
  user: { uid: number; gid: number } | undefined
  /** Whose end is the child's; undefined where the kernel sees to that. */
  parentPid: number | undefined
}

const Words = Type.String({ maxLength: 65_536 })
/** As the contract of an answer has it (`Failure`): what a failure names is stored, and shown in lists. */
const Param = Type.Union([Type.String({ maxLength: 512 }), Type.Number()])
/** What a script says to the worker. */
export const ChildMessage = Type.Union([
  StrictObject({ kind: Type.Literal('loaded') }),
  StrictObject({
    kind: Type.Literal('progress'),
    step: Type.String({ maxLength: 100 }),
    fraction: Type.Number({ minimum: 0, maximum: 1e6 }),
  }),
  StrictObject({ kind: Type.Literal('weight'), bytes: Type.Number({ minimum: 0 }) }),
  StrictObject({ kind: Type.Literal('done'), result: Type.Optional(Type.Unknown()) }),
  StrictObject({
    kind: Type.Literal('failure'),
    code: Type.String({ pattern: '^[A-Z0-9_]{1,64}$' }),
    params: Type.Record(Type.String({ maxLength: 64 }), Param, { maxProperties: 10 }),
    cause: Type.Optional(Words),
  }),
  StrictObject({ kind: Type.Literal('fault'), message: Words }),
])
export type ChildMessage = Static<typeof ChildMessage>
