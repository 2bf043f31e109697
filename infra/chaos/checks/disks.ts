import { entriesOf } from '../journal.js'
import { emptyVerdict, type Evidence, type Verdict } from './verdict.js'

/** I8: uploads are refused while the files' disk is full. A full Redis disk stops no works. Accepted works are kept. */
export async function checkDisks({ journal, db }: Evidence): Promise<Verdict> {
  const answers = entriesOf(journal, 'whileFull')
  const verdict: Verdict = {
    ...emptyVerdict('I8', 'a full disk loses nothing', answers.length),
    onlyUnder: ['store full', 'redis full', 'postgres full'],
  }
  for (const { place, status, said } of answers) {
    if (place === 'store' && (status !== 507 || said !== 'STORAGE_FULL'))
      verdict.lost.push(`an upload was answered with ${status} ${said} while the disk of the files was full`)
    if (place === 'redis' && status !== 201)
      verdict.stuck.push(`a work was answered with ${status} while the disk of Redis was full`)
    if (place === 'store' || status !== 201) continue
    const made = await db.selectFrom('works').select('id').where('title', '=', said).execute()
    if (made.length === 0) verdict.lost.push(`work ${said} was taken while the disk of ${place} was full`)
    if (made.length > 1) verdict.doubled.push(`work ${said}: ${made.length} times`)
  }
  return verdict
}
