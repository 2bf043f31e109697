import { ToileError } from '@toile/contracts/errors'
import type { Db } from '@toile/db/client'
import { setBlock } from '@toile/db/users/blocks-transitions'
import type { Handlers } from '../http/register-routes.js'

export function blockHandlers() {
  const block = (on: boolean) => async (call: { db: Db; params: { id: string }; user: { id: string } }) => {
    if (call.params.id === call.user.id) throw new ToileError('STATE_CONFLICT')
    if (!(await setBlock(call.db, call.user.id, call.params.id, on))) throw new ToileError('NOT_FOUND')
    return { blocked: on }
  }
  return { block: block(true), unblock: block(false) } satisfies Partial<Handlers>
}
