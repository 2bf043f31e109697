import type { Readable } from 'node:stream'
import { Type, type Static } from 'typebox'
import { StrictObject } from '@toile/contracts/shapes'

/** File descriptor of the channel between worker and child, which carries one line of JSON per message. */
export const CHANNEL = 3
/** Length of the longest line that the child reads, to bound its memory. The worker passes a limit of its own. */
const MAX_LINE_CHARS = 16 * 2 ** 20
/** Matches NUL and lone surrogates as JSON.stringify() escapes them. Postgres refuses these characters in JSON. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** Serializes a message without the characters that Postgres cannot store. A name in a model may contain them. */
export const lineOf = (message: StartMessage | ChildMessage): string =>
  `${JSON.stringify(message, (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value))}\n`

const storable = (text: string) => text.replace(/[\0\p{Surrogate}]/gu, '')

/** Reads one JSON message per line. A line that is too long, invalid or not storable gives null and ends reading. */
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

export interface StartMessage {
  args: unknown
  inputPath: string
  user: { uid: number; gid: number } | undefined
  /** The child exits when this process has ended. Undefined under bubblewrap, which kills the child itself. */
  parentPid: number | undefined
}

const Words = Type.String({ maxLength: 65_536 })
/** The bounds are those of the contract's `Failure`, because these parameters are stored and listed. */
const Param = Type.Union([Type.String({ maxLength: 512 }), Type.Number()])
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
