import { invalidInput, ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import { backstageLists } from '@toile/contracts/backstage/backstage-tables'
import { fileColumns, isBackstageTable } from '@toile/contracts/backstage/backstage-tables.constants'
import type { TableExport } from '@toile/contracts/backstage/table-exports'
import type { Db } from '@toile/db/client'
import { backstageTables } from '@toile/db/backstage-tables'
import { findStoredFile } from '@toile/db/files/files'
import { findExport, requestExport, type ExportRow } from '@toile/db/backstage/table-exports'
import { sendFile } from '../../http/send-file.js'
import { checkQuery } from '../../http/validation.js'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'

export function tableExportHandlers({ storage }: Context) {
  /** @throws NOT_FOUND for an unknown id and for another user's export */
  const own = async (db: Db, id: string, userId: string): Promise<ExportRow> => {
    const row = await findExport(db, id, userId)
    if (!row) throw new ToileError('NOT_FOUND')
    return row
  }
  return {
    async createExport({ db, user, body }) {
      const { table } = body
      if (!isBackstageTable(table)) throw invalidInput({ table: [{ code: 'FIELD_INVALID' }] })
      const query = checkQuery(backstageLists[table].query, body.query)
      const chosen = fileColumns(table, body.columns ?? [])
      if (!chosen) throw invalidInput({ columns: [{ code: 'FIELD_INVALID' }] })
      const columns = chosen.length > 0 ? chosen : Object.keys(backstageTables[table].file)
      const id = newId()
      await requestExport(db, { id, ownerId: user.id, table, query, columns })
      return view(await own(db, id, user.id))
    },

    async getExport({ db, user, params }) {
      return view(await own(db, params.id, user.id))
    },

    async getExportFile({ db, user, params, request, reply }) {
      const row = await own(db, params.id, user.id)
      const file = row.fileId ? await findStoredFile(db, row.fileId) : undefined
      if (!file) throw new ToileError('NOT_FOUND')
      return sendFile({ request, reply, storage }, file, {
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="${row.table}.csv"`,
      })
    },
  } satisfies Partial<Handlers>
}

function view({ fileId, ...row }: ExportRow): TableExport {
  return {
    ...row,
    state: row.state === 'ready' && !fileId ? 'gone' : row.state,
    expiresAt: fileId ? row.expiresAt!.toISOString() : null,
  }
}
