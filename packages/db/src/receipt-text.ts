export interface ReceiptFields {
  activityId: string
  workId: string
  versionId: string
  version: number
  submittedAt: string
  files: { kind: 'original' | 'model' | 'video' | 'cover'; bytes: number; sha256: string }[]
}

/** What a receipt says, a line each: these bytes are signed, so their form never changes without a new first line. */
export function receiptText(fields: ReceiptFields): string {
  return [
    'toile receipt 1',
    `activity ${fields.activityId}`,
    `work ${fields.workId}`,
    `version ${fields.version} ${fields.versionId}`,
    `submitted ${fields.submittedAt}`,
    ...fields.files.map(({ kind, bytes, sha256 }) => `file ${kind} ${bytes} ${sha256}`),
    '',
  ].join('\n')
}

/** The fields out of a text that `receiptText` made. */
export function readReceipt(text: string): ReceiptFields {
  const words = text.split('\n').map((line) => line.split(' '))
  const after = (name: string) => words.find(([first]) => first === name) ?? []
  return {
    activityId: after('activity')[1] ?? '',
    workId: after('work')[1] ?? '',
    version: Number(after('version')[1]),
    versionId: after('version')[2] ?? '',
    submittedAt: after('submitted')[1] ?? '',
    files: words
      .filter(([first]) => first === 'file')
      .map(([, kind, bytes, sha256]) => ({
        kind: kind as ReceiptFields['files'][number]['kind'],
        bytes: Number(bytes),
        sha256: sha256 ?? '',
      })),
  }
}
