import { courseTitleLength } from '@toile/contracts/courses/courses.constants'
import { invalidInput, ToileError, type FieldProblem } from '@toile/contracts/errors'
import { lengthOf } from '@toile/contracts/texts'
import { changesOf } from '@toile/db/field-changes'
import { inTransaction, type Db } from '@toile/db/client'
import { recordAudit } from '@toile/db/audit/audit'
import { courseFacts, lessonFacts } from '@toile/db/courses/course-facts'
import { findCourse, type CourseRow } from '@toile/db/courses/courses'
import type { User } from '@toile/db/users/users'

export type ContentFact = 'made' | 'changed' | 'deleted' | 'published' | 'withdrawn'

export interface CourseAction {
  user: User
  fact: ContentFact
  courseId: string
  videoId?: string
  reason?: string | undefined
}

/**
 * Runs `work` in a transaction and records the changes in the audit log.
 * @throws `refusal` if `work` returns false; 422 if the course is published after `work` but incomplete
 */
export function courseAction(
  db: Db,
  { user, fact, courseId, videoId, reason }: CourseAction,
  work: (trx: Db) => Promise<boolean>,
  refusal = new ToileError('NOT_FOUND'),
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const facts = () => (videoId ? lessonFacts(trx, courseId, videoId) : courseFacts(trx, courseId))
    const before = await facts()
    if (!(await work(trx))) throw refusal
    const course = await findCourse(trx, courseId)
    if (course?.publishedAt) assertComplete(course)
    await recordAudit(trx, {
      actorId: user.id,
      action: `course.${fact}`,
      subjectKind: 'course',
      subjectId: courseId,
      params: { title: String(before?.['title'] ?? before?.['video'] ?? '') },
      ...changesOf(before, await facts()),
      reason,
    })
  })
}

function assertComplete(course: CourseRow): void {
  const problems: Record<string, FieldProblem[]> = {}
  if (lengthOf(course.title) < courseTitleLength.min)
    problems['title'] = [{ code: 'FIELD_TOO_SHORT', params: { min: courseTitleLength.min } }]
  if (course.uploadIds.length === 0) problems['videos'] = [{ code: 'FIELD_REQUIRED' }]
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
}
