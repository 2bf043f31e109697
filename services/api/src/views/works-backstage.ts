import type { BackstageComment } from '@toile/contracts/comments/comments-backstage'
import type { Hidden, BackstageWork, UnlistedWork } from '@toile/contracts/works/works-backstage'
import type { BackstageCommentRow } from '@toile/db/comments/comments-backstage'
import type { UnlistedRow } from '@toile/db/works/unlisted-works'
import type { HiddenColumns, BackstageWorkRow } from '@toile/db/works/works-backstage'
import type { Links } from '@toile/runtime/links'
import { imageView } from './images.js'
import type { Images } from './works.js'

function withHidden<Row extends HiddenColumns & { createdAt: Date }>(row: Row) {
  const { hiddenAt, hiddenBy, hiddenReason, createdAt, ...rest } = row
  const hidden: Hidden | null = hiddenAt && { at: hiddenAt.toISOString(), by: hiddenBy, reason: hiddenReason ?? '' }
  return { ...rest, hidden, createdAt: createdAt.toISOString() }
}

export function backstageWorkView({ coverId, ...row }: BackstageWorkRow, images: Images, links: Links): BackstageWork {
  const cover = isPublished(row) ? images.get(coverId ?? '') : undefined
  return {
    ...withHidden(row),
    cover: cover ? imageView(cover, links) : null,
    releasedAt: row.releasedAt?.toISOString() ?? null,
  }
}

/** True also for a work that an operator has hidden. The backstage shows pictures only of published works. */
export const isPublished = ({ state, visibility }: Pick<BackstageWorkRow, 'state' | 'visibility'>) =>
  state === 'released' && visibility === 'public'

export const unlistedView = (row: UnlistedRow): UnlistedWork => ({ ...withHidden(row), since: row.since.toISOString() })

export const backstageCommentView = (row: BackstageCommentRow): BackstageComment => withHidden(row)
