import { useTranslation } from 'react-i18next'
import type { Course, officeCourseRoutes } from '@toile/contracts/courses'
import { ask, call, FAILED } from '../../../api.js'
import { useNavigate } from '../../../router.js'
import { toast } from '../../../ui/toasts.js'
import { ContentDeeds } from '../content/ContentDeeds.js'
import { officePaths } from '../office-paths.js'

/** What an operator does to a course as a whole. */
export function CourseDeeds({ course, keep }: { course: Course; keep: (course: Course) => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { title } = course
  const path = `/backstage/courses/${course.id}` as const
  async function publish() {
    const options = { quiet: true }
    const answer = await call<typeof officeCourseRoutes.publishCourse>('POST', `${path}/publish`, undefined, options)
    if (answer.code === FAILED) {
      const { fields, status, message } = answer
      const missing = 'videos' in fields ? [t('officeCourses.needsVideo')] : []
      return [...missing, ...(fields['title'] ?? []), ...(status === 422 ? [] : [message])].join(' ')
    }
    keep(answer.data)
    toast('success', t('officeCourses.published', { title }))
  }
  async function withdraw(reason: string) {
    keep(await ask<typeof officeCourseRoutes.withdrawCourse>('POST', `${path}/withdraw`, { reason }))
    toast('success', t('officeCourses.withdrawn', { title }))
  }
  async function remove(reason: string) {
    await ask<typeof officeCourseRoutes.deleteCourse>('DELETE', path, { reason })
    toast('success', t('officeCourses.deleted', { title }))
    await navigate(officePaths.courses)
  }
  return (
    <ContentDeeds
      isPublished={course.publishedAt !== null}
      withdrawMeans={t('officeCourses.withdrawMeans')}
      deleteMeans={t('officeCourses.deleteMeans')}
      publish={publish}
      withdraw={withdraw}
      remove={remove}
    />
  )
}
