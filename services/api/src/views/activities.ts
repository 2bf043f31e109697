import type { Activity, ActivityCard } from '@toile/contracts/activities/activities'
import type { Award, Entry, Receipt } from '@toile/contracts/activities/activity-entries'
import { activityMoments } from '@toile/contracts/activities/activities.constants'
import type { BackstageEntry } from '@toile/contracts/activities/activities-backstage'
import type { ActivityRow, Juror, OwnPart } from '@toile/db/activities/activities'
import type { JudgedEntry } from '@toile/db/activities/activity-entries-backstage'
import type { Standing } from '@toile/db/activities/activity-standing'
import type { EntryRow } from '@toile/db/activities/activity-submissions'
import type { ImageRow } from '@toile/db/images/images'
import { canSeeWork } from '@toile/db/works/shown-works'
import { scoreOf } from '@toile/db/ranking'
import { readReceipt } from '@toile/db/receipt-text'
import type { Links } from '@toile/runtime/links'
import type { Signer } from '../receipt-signer.js'
import { withImages } from '../rich-text.js'
import { imageView } from './images.js'
import { publicUserView } from './users.js'

type Images = ReadonlyMap<string, ImageRow>

const momentsOf = (row: ActivityRow) =>
  Object.fromEntries(activityMoments.map((name) => [name, row[name].toISOString()])) as Pick<
    Activity,
    (typeof activityMoments)[number]
  >

const pictureOf = (id: string | null, images: Images, links: Links) => {
  const image = images.get(id ?? '')
  return image ? imageView(image, links) : null
}

export function activityCardView(row: ActivityRow, images: Images, links: Links): ActivityCard {
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    cover: pictureOf(row.coverId, images, links),
    prize: { amount: row.prizeAmount, currency: row.currency },
    ...momentsOf(row),
    timeZone: row.timeZone,
    phase: row.phase,
    nextChangeAt: row.nextChangeAt?.toISOString() ?? null,
    now: row.now.toISOString(),
    participants: row.participants,
    works: row.works,
    awarded: row.awardedAt !== null,
    version: row.version,
  }
}

export function activityView(
  row: ActivityRow,
  {
    images,
    jurors,
    part,
    links,
  }: { images: Images; jurors: readonly Juror[]; part: OwnPart | undefined; links: Links },
): Activity {
  return {
    ...activityCardView(row, images, links),
    rules: withImages(row.rules, images, links),
    banner: pictureOf(row.bannerId, images, links),
    tiers: row.tiers,
    criteria: row.criteria,
    jurors: jurors.map((juror) => publicUserView(juror, images, links)),
    maxSubmissions: row.maxSubmissions,
    blind: row.blind,
    scoresPublished: row.scoresPublished,
    awardedAt: row.awardedAt?.toISOString() ?? null,
    mine: part
      ? { registeredAt: part.registeredAt?.toISOString() ?? null, works: part.works, juror: part.juror }
      : null,
  }
}

const isBlind = (row: Pick<ActivityRow, 'blind' | 'awardedAt' | 'phase'>) =>
  row.blind && row.awardedAt === null && row.phase !== 'ended'

interface Prized {
  awardRank: number | null
  awardTitle: string | null
  bonus: number | null
}

export const awardView = (row: Prized, currency: string): Award | null =>
  row.awardRank === null
    ? null
    : { rank: row.awardRank, title: row.awardTitle ?? '', bonus: { amount: row.bonus ?? 0, currency } }

/** The entry's content is shown to jurors, to viewers who may see the work and, if the entry has won, to everyone. */
export const isEntryShown = (
  row: EntryRow,
  { viewerId, isJuror }: { viewerId: string | undefined; isJuror: boolean },
) => isJuror || row.awardRank !== null || canSeeWork(row, viewerId ? { id: viewerId } : undefined)

export function entryView(
  row: EntryRow,
  activity: ActivityRow,
  {
    viewerId,
    isJuror,
    images,
    links,
  }: { viewerId: string | undefined; isJuror: boolean; images: Images; links: Links },
): Entry {
  const mine = row.ownerId === viewerId
  const open = canSeeWork(row, viewerId ? { id: viewerId } : undefined)
  const shown = isEntryShown(row, { viewerId, isJuror })
  return {
    id: row.id,
    workId: row.workId,
    title: row.title,
    cover: shown ? pictureOf(row.coverId, images, links) : null,
    model:
      shown && row.modelFileId && row.modelBytes !== null
        ? {
            url: links.file({ id: row.modelFileId, name: 'model.glb', public: row.modelPublic ?? false }),
            bytes: row.modelBytes,
          }
        : null,
    creator: row.ownerGone || (isBlind(activity) && !mine) ? null : publicUserView(row, images, links),
    mine,
    open,
    version: row.version,
    submittedAt: row.submittedAt.toISOString(),
    disqualified: row.disqualifiedAt ? { reason: mine ? (row.disqualifiedReason ?? '') : '' } : null,
    rank: row.rank,
    award: awardView(row, activity.currency),
    score: activity.scoresPublished && activity.awardedAt ? row.score : null,
    myScores: row.myScores,
  }
}

/** Signs the receipt's text, which was stored when the work was submitted. */
export function receiptView(text: string, signer: Signer): Receipt {
  return { ...readReceipt(text), signed: text, signature: signer.sign(text), publicKey: signer.publicKey }
}

export function standingView({ currency, jurors, lines, ...counts }: Standing, images: Images, links: Links) {
  return {
    ...counts,
    jurors: jurors.map(({ scored, ...juror }) => ({ juror: publicUserView(juror, images, links), scored })),
    lines: lines.map(({ id, workId, prize, ownerGone, ...line }) => ({
      entryId: id,
      workId,
      title: line.title,
      creator: ownerGone ? null : publicUserView(line, images, links),
      jurors: line.jurors,
      score: line.score,
      rank: line.rank,
      award: prize ? { rank: prize.rank, title: prize.title, bonus: { amount: prize.bonus, currency } } : null,
    })),
    bonuses: { amount: lines.reduce((sum, { prize }) => sum + (prize?.bonus ?? 0), 0), currency },
  }
}

/** `rank` is the final rank. Before the awards, it is the rank by the points so far. */
export function backstageEntryView(
  row: JudgedEntry,
  { images, links, rank }: { images: Images; links: Links; rank: number | null },
): BackstageEntry {
  return {
    id: row.id,
    activityId: row.activityId,
    activityTitle: row.activityTitle,
    phase: row.phase,
    awarded: row.awarded,
    criteria: row.criteria,
    workId: row.workId,
    title: row.title,
    creator: row.ownerGone ? null : publicUserView(row, images, links),
    submittedAt: row.submittedAt.toISOString(),
    version: row.version,
    disqualified: row.disqualifiedAt
      ? { at: row.disqualifiedAt.toISOString(), reason: row.disqualifiedReason ?? '' }
      : null,
    score: scoreOf(
      row.criteria,
      row.scores.map(({ scores }) => scores),
    ),
    rank,
    award: awardView(row, row.currency),
    scores: row.scores.map(({ gone, scores, ...juror }) => ({
      juror: gone ? null : publicUserView(juror, images, links),
      scores,
    })),
  }
}
