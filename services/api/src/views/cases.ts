import type { Case, CaseDetails } from '@toile/contracts/moderation/moderation'
import { appealOf, currentOf } from '@toile/db/moderation/moderation-subjects'
import { earlierCases, reportsOfCase, type CaseRow } from '@toile/db/moderation/moderation'
import { needsAnother } from '@toile/db/moderation/moderation-claims'
import { decisionsFor } from '@toile/db/moderation/moderation-decisions'
import type { Db } from '@toile/db/client'
import type { Links } from '@toile/runtime/links'
import { imagesById } from './present-works.js'
import { smallestUrl } from './images.js'

export function caseView(row: CaseRow): Case {
  return {
    id: row.id,
    kind: row.kind,
    subjectKind: row.subjectKind,
    subjectId: row.subjectId,
    author: personOf(row.authorId, row.author),
    reports: row.reports,
    excerpt: row.excerpt ?? '',
    createdAt: row.createdAt.toISOString(),
    claim: row.claimedBy ? { by: personOf(row.claimedBy, row.claimer)!, until: row.claimedUntil!.toISOString() } : null,
    outcome: row.decision && {
      decision: row.decision,
      reason: row.reason ?? '',
      by: personOf(row.decidedBy, row.decider),
      at: row.decidedAt!.toISOString(),
    },
    version: row.version,
  }
}

export async function caseDetails(
  db: Db,
  row: CaseRow,
  { actorId, noted, links }: { actorId: string; noted: boolean; links: Links },
): Promise<CaseDetails> {
  const reports = await reportsOfCase(db, row.id)
  const current = await currentOf(db, row)
  const images = await imagesById(db, [
    current?.imageId ?? null,
    ...reports.map(({ evidence }) => evidence?.imageId ?? null),
  ])
  const urlOf = (id: string | null | undefined) => smallestUrl(images.get(id ?? ''), links)
  const appeal = row.kind === 'appeal' ? await appealOf(db, row) : undefined
  const earlier = row.authorId ? await earlierCases(db, { id: row.id, authorId: row.authorId }) : []
  return {
    ...caseView(row),
    evidence: reports.map((report) => ({
      id: report.id,
      reporter: { id: report.reporterId, name: report.reporter },
      reason: report.reason,
      text: report.evidence?.text ?? null,
      imageUrl: urlOf(report.evidence?.imageId),
      at: report.at.toISOString(),
    })),
    current: current
      ? { text: current.text, imageUrl: urlOf(current.imageId), standing: current.standing, path: current.path }
      : null,
    earlier: earlier.map((one) => ({ ...one, at: one.at.toISOString() })),
    appeal: appeal
      ? {
          text: row.appeal!,
          action: appeal.action,
          reason: appeal.reason,
          by: personOf(appeal.actorId, appeal.actor),
          at: appeal.at.toISOString(),
        }
      : null,
    allowed: [...decisionsFor(row)],
    needsAnother: await needsAnother(db, row, actorId),
    noted,
  }
}

const personOf = (id: string | null, name: string | null) => (id && name ? { id, name } : null)
