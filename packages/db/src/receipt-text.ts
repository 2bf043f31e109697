import { createHash } from 'node:crypto'
import type { Hotspot } from '@toile/contracts/works/works'

export interface ReceiptFields {
  activityId: string
  workId: string
  versionId: string
  version: number
  submittedAt: string
  /** hashOfWords() of the version. */
  words: string
  files: { kind: 'original' | 'model' | 'video' | 'cover' | 'picture'; bytes: number; sha256: string }[]
}

/** The text that is signed. Old receipts must stay readable, so any change of the format needs a new first line. */
export function receiptText(fields: ReceiptFields): string {
  return [
    'toile receipt 2',
    `activity ${fields.activityId}`,
    `work ${fields.workId}`,
    `version ${fields.version} ${fields.versionId}`,
    `submitted ${fields.submittedAt}`,
    `words ${fields.words}`,
    ...fields.files.map(({ kind, bytes, sha256 }) => `file ${kind} ${bytes} ${sha256}`),
    '',
  ].join('\n')
}

export function readReceipt(text: string): ReceiptFields {
  const lines = text.split('\n').map((line) => line.split(' '))
  const after = (name: string) => lines.find(([first]) => first === name) ?? []
  return {
    activityId: after('activity')[1] ?? '',
    workId: after('work')[1] ?? '',
    version: Number(after('version')[1]),
    versionId: after('version')[2] ?? '',
    submittedAt: after('submitted')[1] ?? '',
    words: after('words')[1] ?? '',
    files: lines
      .filter(([first]) => first === 'file')
      .map(([, kind, bytes, sha256]) => ({
        kind: kind as ReceiptFields['files'][number]['kind'],
        bytes: Number(bytes),
        sha256: sha256 ?? '',
      })),
  }
}

/**
 * Hex SHA-256 of the JSON text (without spaces) of `[title, intro, points]`, where each point is `[point, normal,
 * title, text]`. The text contains arrays, because the keys of an object have no fixed order.
 */
export function hashOfWords({
  title,
  intro,
  hotspots,
}: {
  title: string
  intro: string
  hotspots: readonly Hotspot[]
}): string {
  const points = hotspots.map((spot) => [spot.point, spot.normal, spot.title, spot.text])
  return createHash('sha256')
    .update(JSON.stringify([title, intro, points]))
    .digest('hex')
}
