import { emptyVerdict, type Evidence, type Verdict } from './verdict.js'

/** I6: the open page of each user shows the upload stages that are in the database. */
export function checkWitnesses({ uploads, witnesses }: Evidence): Verdict {
  const verdict = emptyVerdict('I6', 'who looks on sees what the database says', uploads.size)
  for (const { id, stage, version } of uploads.values()) {
    const seen = witnesses.flatMap(({ stages }) => stages.get(id) ?? [])[0]
    if (seen?.stage !== stage || seen.version !== version)
      verdict.lost.push(`${id}: ${seen?.stage ?? 'nothing'} v${seen?.version ?? 0}, not ${stage} v${version}`)
  }
  return verdict
}
