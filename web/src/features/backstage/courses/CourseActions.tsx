import { useTranslation } from 'react-i18next'
import type { Course } from '@toile/contracts/courses/courses'
import { resultOf } from '../../../lib/api.js'
import { FAILED } from '../../../lib/request.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { useNavigate } from '../../../lib/router.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ContentActions } from '../content/ContentActions.js'
import { backstagePaths } from '../backstage-paths.js'

/** What an operator does to a course as a whole. */
export function CourseActions({ course, onSaved }: { course: Course; onSaved: (course: Course) => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id, title } = course
  async function publish() {
    const options = { quiet: true }
    const result = await resultOf(backstageApi.publishCourse({ id }, options))
    if (result.code === FAILED) {
      const { fields, status, message } = result
      const missing = 'videos' in fields ? [t('content-backstage:backstageCourses.needsVideo')] : []
      return [...missing, ...(fields['title'] ?? []), ...(status === 422 ? [] : [message])].join(' ')
    }
    onSaved(result.data)
    toast('success', t('content-backstage:backstageCourses.published', { title }))
  }
  async function withdraw(reason: string) {
    onSaved(await backstageApi.withdrawCourse({ id, reason }))
    toast('success', t('content-backstage:backstageCourses.withdrawn', { title }))
  }
  async function remove(reason: string) {
    await backstageApi.deleteCourse({ id, reason })
    toast('success', t('content-backstage:backstageCourses.deleted', { title }))
    await navigate(backstagePaths.courses)
  }
  return (
    <ContentActions
      isPublished={course.publishedAt !== null}
      withdrawMeans={t('content-backstage:backstageCourses.withdrawMeans')}
      deleteMeans={t('content-backstage:backstageCourses.deleteMeans')}
      publish={publish}
      withdraw={withdraw}
      remove={remove}
    />
  )
}
