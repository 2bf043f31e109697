import { Readable } from 'node:stream'
import { deleteAccount } from '@toile/db/users/accounts'
import { findPasswordHash } from '@toile/db/sessions/passwords'
import { exportParts } from '@toile/db/users/exports'
import { type Handlers, SENT } from '../../http/register-routes.js'
import { reauthenticate } from '../../http/reauthenticate.js'
import type { Context } from '../../http/context.js'

/** Links in an export last a day, because many files take long to download. A password change ends them earlier. */
const EXPORT_LINK_SECONDS = 86_400

export function accountHandlers({ links }: Context) {
  return {
    async deleteAccount({ body, db, user, caller }) {
      await reauthenticate(db, caller, { code: 'ACCOUNT_NOT_DELETED', field: 'password', password: body.password })
      await deleteAccount(db, user.id)
    },

    async exportAccount({ db, user, reply }) {
      reply.headers({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="toile-export.json"',
      })
      const lasting = { seconds: EXPORT_LINK_SECONDS, bound: (await findPasswordHash(db, user.id)) ?? '' }
      const link = (id: string, name: string) => links.file({ id, name, public: false }, lasting)
      void reply.send(Readable.from(exportText(exportParts(db, user.id, link))))
      return SENT
    },
  } satisfies Partial<Handlers>
}

async function* exportText(parts: Iterable<{ name: string; rows: AsyncIterable<object> }>): AsyncGenerator<string> {
  yield `{\n"exportedAt": ${JSON.stringify(new Date().toISOString())}`
  for (const { name, rows } of parts) {
    yield `,\n${JSON.stringify(name)}: [`
    let between = '\n'
    for await (const row of rows) {
      yield between + JSON.stringify(row)
      between = ',\n'
    }
    yield '\n]'
  }
  yield '\n}\n'
}
