import type { ColumnType, Generated } from 'kysely'
import type { CategoryNames } from '@toile/contracts/works/categories'
import type { Pin, TimePin } from '@toile/contracts/comments/comments'
import type { Hotspot } from '@toile/contracts/works/works'
import type { Visibility, WorkState } from '@toile/contracts/works/works.constants'
import type { Json } from './json.js'

interface Works {
  id: string
  owner_id: string
  title: Generated<string>
  intro: Generated<string>
  categories: Generated<string[]>
  tags: Generated<string[]>
  visibility: Generated<Visibility>
  state: Generated<WorkState>
  cover_id: string | null
  upload_id: string | null
  video_upload_id: string | null
  released_at: Date | null
  hotspots: ColumnType<Hotspot[], string | undefined, string>
  image_ids: Generated<string[]>
  downloadable: Generated<boolean>
  search: Generated<string>
  /** Set if an operator has hidden the work from all users except its owner and administrators. */
  hidden_at: Date | null
  hidden_by: string | null
  hidden_reason: string | null
  featured_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** `name` is the spelling in the first public work with the tag. */
interface Tags {
  name: string
  key: Generated<string>
}

interface WorkVersions {
  id: string
  work_id: string
  number: number
  title: string
  intro: string
  categories: string[]
  tags: string[]
  upload_id: string | null
  video_upload_id: string | null
  original_file_id: string | null
  model_file_id: string | null
  cover_id: string | null
  image_ids: Generated<string[]>
  /** Files of the cover (null if none) and the images at publication. Each is the largest variant or the original. */
  picture_file_ids: Generated<(string | null)[]>
  hotspots: ColumnType<Hotspot[], string | undefined, never>
  created_at: Generated<Date>
}

interface WorkCounters {
  work_id: string
  likes: Generated<number>
  comments: Generated<number>
  views: Generated<number>
  version: Generated<number>
  /** Sort key of the order `popular`, see db/works/work-counters.ts. */
  popularity: Generated<number>
  /** Last version sent to viewers of the work. */
  published_version: Generated<number>
}

interface WorkLikes {
  work_id: string
  user_id: string
  created_at: Generated<Date>
}

interface WorkViews {
  work_id: string
  day: Date
  viewer: Buffer
}

interface Comments {
  id: string
  /** Exactly one of `work_id` and `video_id` is null. */
  work_id: string | null
  video_id: string | null
  /** Replies have no replies. */
  parent_id: string | null
  author_id: string
  body: string
  pin: Json<Pin | TimePin | null>
  created_at: Generated<Date>
  deleted_at: Date | null
  /** Set if an operator has hidden the comment. Its author still sees it. */
  hidden_at: Date | null
  hidden_by: string | null
  hidden_reason: string | null
}

interface CommentMentions {
  comment_id: string
  user_id: string
}

/** Maintained by a trigger on works. */
interface Listings {
  list: string
  released_at: Date
  work_id: string
}

interface Categories {
  slug: string
  names: Json<CategoryNames>
  /** Sort position, ascending. */
  place: number
  hidden: Generated<boolean>
  created_at: Generated<Date>
  search: Generated<string>
}

export interface WorksTables {
  works: Works
  work_versions: WorkVersions
  listings: Listings
  work_counters: WorkCounters
  work_likes: WorkLikes
  work_views: WorkViews
  comments: Comments
  comment_mentions: CommentMentions
  categories: Categories
  tags: Tags
}
