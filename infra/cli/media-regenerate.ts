import { parseArgs } from 'node:util'
import { isId } from '@toile/contracts/ids'
import { inTransaction, type Db } from '@toile/db/client'
import { recordAudit } from '@toile/db/audit/audit'
import { requestImageReprocessing } from '@toile/db/images/images-transitions'
import { imagesToReprocess, modelsToReprocess } from '@toile/db/uploads/reprocessing'
import { requestModelReprocessing } from '@toile/db/uploads/uploads-reprocessing'
import { WrongUsage, type Command } from './command.js'
import { readSettings, withDb } from './settings.js'

const PAGE = 200
const NO_ID = '00000000-0000-0000-0000-000000000000'

const kinds = {
  works: { list: modelsToReprocess, remake: requestModelReprocessing },
  images: { list: imagesToReprocess, remake: requestImageReprocessing },
}

/** Queues jobs that make new derivatives. The current derivatives are served until they are replaced. */
export const mediaRegenerate: Command = {
  usage: 'media regenerate --works | --images [--id ID ...] [--missing]',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        works: { type: 'boolean', default: false },
        images: { type: 'boolean', default: false },
        missing: { type: 'boolean', default: false },
        id: { type: 'string', multiple: true },
      },
    })
    if (values.works === values.images) throw new WrongUsage('media regenerate needs --works or --images.')
    if (values.id?.some((id) => !isId(id))) throw new WrongUsage('--id takes the id of a work, an upload or a picture.')
    const kind = values.works ? 'works' : 'images'
    const wanted = { ids: values.id, missing: values.missing }
    const count = await withDb(readSettings([]), (db) => askForAll(db, kind, wanted))
    console.log(`Asked for ${count}. The queue ${values.works ? 'uploads' : 'images'} has them now.`)
  },
}

async function askForAll(
  db: Db,
  kind: keyof typeof kinds,
  wanted: { ids: readonly string[] | undefined; missing: boolean },
): Promise<number> {
  const { list, remake } = kinds[kind]
  let count = 0
  for (let after = NO_ID; ;) {
    const ids = await list(db, { ...wanted, after, limit: PAGE })
    const last = ids.at(-1)
    if (!last) return count
    // Each transaction covers one page of ids and its audit row, so the audit log is accurate even after an abort.
    await inTransaction(db, async (trx) => {
      let asked = 0
      for (const id of ids) if (await remake(trx, id)) asked++
      const params = { by: 'cli', count: asked, from: ids[0]!, to: last }
      await recordAudit(trx, { actorId: null, action: 'media.remade', subjectKind: kind, params })
      count += asked
    })
    after = last
  }
}
