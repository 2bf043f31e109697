import { Type, type Static } from 'typebox'
import { Shape } from '@toile/contracts/shapes'

/** What the worker says to a script, once. */
export interface StartMessage {
  args: unknown
  inputPath: string
  user: { uid: number; gid: number } | undefined
  /** Whose end is the child's; undefined where the kernel sees to that. */
  parentPid: number | undefined
}

const Words = Type.String({ maxLength: 65_536 })
/** What a script says to the worker. */
export const ChildMessage = Type.Union([
  Shape({ kind: Type.Literal('loaded') }),
  Shape({ kind: Type.Literal('progress'), step: Type.String({ maxLength: 100 }), fraction: Type.Number() }),
  Shape({ kind: Type.Literal('weight'), bytes: Type.Number({ minimum: 0 }) }),
  Shape({ kind: Type.Literal('done'), result: Type.Optional(Type.Unknown()) }),
  Shape({
    kind: Type.Literal('failure'),
    code: Type.String({ pattern: '^[A-Z0-9_]{1,64}$' }),
    params: Type.Record(Type.String({ maxLength: 64 }), Type.Union([Words, Type.Number()]), { maxProperties: 20 }),
    cause: Type.Optional(Words),
  }),
  Shape({ kind: Type.Literal('fault'), message: Words }),
])
export type ChildMessage = Static<typeof ChildMessage>
