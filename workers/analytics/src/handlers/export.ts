import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { JobContext } from '@toile/bus/worker'
import { newId } from '@toile/contracts/ids'
import type { JobPayload } from '@toile/contracts/jobs'
import { MAX_EXPORT_ROWS } from '@toile/contracts/backstage/table-exports.constants'
import type { Db } from '@toile/db/client'
import { isBackstageTable } from '@toile/contracts/backstage/backstage-tables.constants'
import { backstageTables } from '@toile/db/backstage-tables'
import { readPages } from '@toile/db/table-pages'
import { abandonFile, insertFile } from '@toile/db/files/files'
import {
  failExport,
  findWaitingExport,
  finishExport,
  noteWritten,
  type WaitingExport,
} from '@toile/db/backstage/table-exports'
import { CSV_MARK, csvLine } from '@toile/runtime/csv'
import { storageKey } from '@toile/storage/keys'
import type { Storage } from '@toile/storage/storage'

const CONTENT_TYPE = 'text/csv; charset=utf-8'

interface Parts {
  db: Db
  storage: Storage
}

/** Writes a backstage table as CSV, a page of rows at a time. If rows beyond `maxRows` are cut, a last line says so. */
export function writeExport({ db, storage }: Parts, maxRows = MAX_EXPORT_ROWS) {
  return async ({ id, attempt }: JobPayload, { signal }: Pick<JobContext, 'signal'>): Promise<void> => {
    const waiting = await findWaitingExport(db, { id, attempt })
    // Here the table is unknown, the owner is no longer an administrator, or the export is already done or outdated.
    // In the last two cases, failExport() changes nothing.
    if (!waiting || !isBackstageTable(waiting.table)) return void (await failExport(db, { id, attempt }))
    const table = backstageTables[waiting.table]
    const file = await announce(db, waiting)
    const { query, columns, language, ownerId: userId } = waiting
    const written = { rows: 0, cut: false }
    const hash = createHash('sha256')
    async function* text(): AsyncGenerator<string> {
      for await (const part of lines()) {
        hash.update(part)
        yield part
      }
    }
    async function* lines(): AsyncGenerator<string> {
      yield CSV_MARK + csvLine(columns)
      for await (const rows of readPages(db, table, query, columns, { userId, language })) {
        signal.throwIfAborted()
        const taken = rows.slice(0, maxRows - written.rows)
        written.rows += taken.length
        written.cut = taken.length < rows.length
        yield taken.map(csvLine).join('')
        if (written.cut) {
          yield csvLine([`Cut after ${maxRows} rows: narrow the filter to get the others.`])
          return
        }
        // The attempt is outdated or the export has ended. Then the file stays incomplete and is abandoned below.
        if (!(await noteWritten(db, { id, attempt }, written.rows))) return
      }
    }
    try {
      const { bytes } = await storage.put(file.key, Readable.from(text()), { contentType: CONTENT_TYPE })
      const made = { id: file.id, bytes, sha256: hash.digest('hex') }
      if (await finishExport(db, waiting, { attempt, file: made, ...written })) return
    } catch (error) {
      await abandonFile(db, file.id)
      throw error
    }
    await abandonFile(db, file.id)
  }
}

/** Inserts the file's row before the bytes are stored. If the worker is killed, the row lets the bytes be removed. */
async function announce(db: Db, { ownerId }: WaitingExport): Promise<{ id: string; key: string }> {
  const id = newId()
  const key = storageKey('exports', id)
  await insertFile(db, {
    id,
    ownerId,
    kind: 'export',
    key,
    contentType: CONTENT_TYPE,
    bytes: 0,
    sha256: null,
    state: 'pending',
  })
  return { id, key }
}
