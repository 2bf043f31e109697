import { useTranslation } from 'react-i18next'
import type { Course } from '@toile/contracts/courses/courses'
import type { ApiError } from '../../../lib/api.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { useNavigate } from '../../../lib/router.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ContentActions } from '../content/ContentActions.js'
import { backstagePaths } from '../backstage-paths.js'

export function CourseActions({ course, onSaved }: { course: Course; onSaved: (course: Course) => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id, title } = course
  async function publish() {
    onSaved(await backstageApi.publishCourse({ id }))
    toast('success', t('content-backstage:content.isPublished', { title }))
  }
  function lackedOf({ fields, status, message }: ApiError) {
    const missing = 'videos' in fields ? [t('content-backstage:backstageCourses.needsVideo')] : []
    return [...missing, ...(fields['title'] ?? []), ...(status === 422 ? [] : [message])].join(' ')
  }
  async function withdraw(reason: string) {
    onSaved(await backstageApi.withdrawCourse({ id, reason }))
    toast('success', t('content-backstage:content.isUnpublished', { title }))
  }
  async function remove(reason: string) {
    await backstageApi.deleteCourse({ id, reason })
    toast('success', t('content-backstage:content.isDeleted', { title }))
    await navigate(backstagePaths.courses)
  }
  return (
    <ContentActions
      isPublished={course.publishedAt !== null}
      withdrawMeans={t('content-backstage:backstageCourses.withdrawMeans')}
      deleteMeans={t('content-backstage:backstageCourses.deleteMeans')}
      publish={publish}
      lackedOf={lackedOf}
      withdraw={withdraw}
      remove={remove}
    />
  )
}
