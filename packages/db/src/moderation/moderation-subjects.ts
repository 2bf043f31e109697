import { sql } from 'kysely'
import type { Db } from '../client.js'
import { findCreator } from '../users/creators.js'
import type { CaseRow } from './moderation.js'
import { canSeeWork } from '../works/shown-works.js'
import { findWork } from '../works/works.js'

export interface Current {
  text: string
  imageId: string | null
  standing: 'shown' | 'hidden' | 'private' | 'deleted'
  /** URL path of the subject; null if an administrator cannot open it. */
  path: string | null
}

type Subject = Pick<CaseRow, 'subjectKind' | 'subjectId'>

/** Undefined if the row is gone, and for a message, which only the members of its conversation may read. */
export async function currentOf(db: Db, { subjectKind: kind, subjectId: id }: Subject): Promise<Current | undefined> {
  if (kind === 'work') {
    const work = await findWork(db, id)
    if (!work) return undefined
    return {
      text: `${work.title}\n\n${work.intro}`,
      imageId: work.coverId,
      standing: work.hiddenAt ? 'hidden' : canAdministratorSee(work) ? 'shown' : 'private',
      path: canAdministratorSee(work) ? `/project/${id}` : null,
    }
  }
  if (kind === 'comment') {
    const comment = await db
      .selectFrom('comments as c')
      .leftJoin('course_videos as l', 'l.video_id', 'c.video_id')
      .leftJoin('courses as k', 'k.id', 'l.course_id')
      .select([
        'c.body',
        'c.work_id',
        'c.video_id',
        'k.id as course_id',
        'k.published_at',
        'c.deleted_at',
        'c.hidden_at',
      ])
      .where('c.id', '=', id)
      .executeTakeFirst()
    if (!comment) return undefined
    const { work_id: work, video_id: video, course_id: course, published_at: isPublished } = comment
    const shownWork = work ? await findWork(db, work) : undefined
    const workPage = shownWork && canAdministratorSee(shownWork) ? `/project/${work}` : null
    const page = work ? workPage : isPublished && `/learning/detail?id=${course}&video=${video}`
    return {
      text: comment.body,
      imageId: null,
      standing: comment.deleted_at ? 'deleted' : comment.hidden_at ? 'hidden' : 'shown',
      path: page && `${page}#comment-${id}`,
    }
  }
  if (kind === 'user') {
    const person = await findCreator(db, id)
    if (!person) return undefined
    const { username, nickname, description, avatarId: imageId } = person
    const path = `/creators/personalPage?id=${id}`
    return { text: `${username}\n${nickname}\n\n${description}`, imageId, standing: 'shown', path }
  }
  return undefined
}

/** Whether a case shows private content: a message, or a work that is private or not released. */
export async function isPrivate(db: Db, { subjectKind: kind, subjectId: id }: Subject): Promise<boolean> {
  if (kind === 'message') return true
  if (kind !== 'work') return false
  const work = await findWork(db, id)
  return work !== undefined && !canAdministratorSee(work)
}

export function appealOf(db: Db, { auditId }: Pick<CaseRow, 'auditId'>) {
  return db
    .selectFrom('audit as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .select(['a.action', 'a.actor_id as actorId', 'a.created_at as at'])
    .select(sql<string>`coalesce(a.reason, a.params ->> 'reason', '')`.as('reason'))
    .select(sql<string | null>`coalesce(nullif(u.nickname, ''), u.username::text)`.as('actor'))
    .where('a.id', '=', auditId)
    .executeTakeFirst()
}

/** Administrators see hidden works, but no private or unreleased ones. */
const canAdministratorSee = (work: Parameters<typeof canSeeWork>[0]) =>
  canSeeWork({ ...work, hiddenAt: null }, undefined)
