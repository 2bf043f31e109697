import type { BackstageComment } from '@toile/contracts/comments/comments-backstage'
import type { Hidden, BackstageWork, UnlistedWork } from '@toile/contracts/works/works-backstage'
import type { BackstageCommentRow } from '@toile/db/comments/comments-backstage'
import type { UnlistedRow } from '@toile/db/works/unlisted-works'
import type { HiddenColumns, BackstageWorkBase, BackstageWorkRow } from '@toile/db/works/works-backstage'
import type { Links } from '@toile/runtime/links'
import { imageView } from './images.js'
import type { Images } from './works.js'

const person = (id: string, name: string | null, nickname: string | null) => ({
  id,
  name: name ?? '',
  nickname: nickname ?? '',
})

function hiddenView(row: HiddenColumns): Hidden | null {
  if (!row.hidden_at) return null
  const by = row.hidden_by ? person(row.hidden_by, row.hider_name, row.hider_nickname) : null
  return { at: row.hidden_at.toISOString(), by, reason: row.hidden_reason ?? '' }
}

const baseView = (row: BackstageWorkBase) => ({
  id: row.id,
  title: row.title,
  state: row.state,
  visibility: row.visibility,
  creator: person(row.owner_id, row.username, row.nickname),
  hidden: hiddenView(row),
  createdAt: row.created_at.toISOString(),
})

export function backstageWorkView(row: BackstageWorkRow, images: Images, links: Links): BackstageWork {
  const cover = isPublished(row) ? images.get(row.cover_id ?? '') : undefined
  return {
    ...baseView(row),
    categories: row.categories,
    cover: cover ? imageView(cover, links) : null,
    likes: row.likes,
    views: row.views,
    comments: row.comments,
    openReports: row.open_reports,
    won: row.won,
    featured: row.featured_at !== null,
    releasedAt: row.released_at?.toISOString() ?? null,
  }
}

/** What its creator shows, or would if no operator had hidden it: administrators see no more pictures than those. */
export const isPublished = ({ state, visibility }: Pick<BackstageWorkBase, 'state' | 'visibility'>) =>
  state === 'released' && visibility === 'public'

export const unlistedView = (row: UnlistedRow): UnlistedWork => ({
  ...baseView(row),
  why: row.why,
  since: row.since.toISOString(),
})

export function backstageCommentView(row: BackstageCommentRow): BackstageComment {
  return {
    id: row.id,
    body: row.body,
    author: person(row.author_id, row.username, row.nickname),
    place: {
      kind: row.work_id ? 'work' : 'video',
      id: (row.work_id ?? row.video_id)!,
      title: row.place_title,
      courseId: row.course_id,
      open: row.place_open,
    },
    answers: row.parent_id
      ? {
          id: row.parent_id,
          body: row.parent_body ?? '',
          author: person(row.parent_author_id!, row.parent_name, row.parent_nickname),
        }
      : null,
    openReports: row.open_reports,
    hidden: hiddenView(row),
    createdAt: row.created_at.toISOString(),
  }
}
