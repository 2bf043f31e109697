import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { useLive } from '../../../lib/socket.js'
import { Button } from '../../../ui/Button.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { cancelUpload, removeTask } from '../../uploads/sending/upload-queue.js'
import { useUploadTasks } from '../../uploads/sending/upload-tasks.js'
import { StageRail } from '../../uploads/StageRail.js'
import { useUpload } from '../../uploads/use-upload.js'
import { ProblemText } from '../../../ui/ProblemText.js'

export interface Pending {
  key: string
  uploadId?: string
  title: string
}

interface PendingLessonProps {
  courseId: string
  pending: Pending
  onUploadId: (uploadId: string) => void
  onRemoved: () => void
}

export function PendingLesson({ courseId, pending, onUploadId, onRemoved }: PendingLessonProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { key, title } = pending
  const task = useUploadTasks().find((one) => one.key === key || (one.uploadId && one.uploadId === pending.uploadId))
  const uploadId = task?.uploadId ?? pending.uploadId
  const { upload, state, lastGood, refetch } = useUpload(uploadId ?? null)
  // A video is ready once all its renditions exist. `upload:stage` messages do not report this.
  useLive('video:status', (message) => message.uploadId === uploadId && void refetch())

  const reportUploadId = useEffectEvent(onUploadId)
  useEffect(() => {
    if (uploadId && uploadId !== pending.uploadId) reportUploadId(uploadId)
  }, [uploadId, pending.uploadId])

  const { mutate: add, error } = useMutation({
    mutationFn: () => backstageApi.addCourseVideo({ id: courseId, uploadId: uploadId!, title }),
    meta: { showsError: true },
    async onSuccess() {
      if (task) removeTask(task.key)
      toast('success', t('content-backstage:backstageCourses.videoAdded', { title }))
      await queryClient.invalidateQueries({ queryKey: ['backstage', 'courses'] })
      onRemoved()
    },
  })
  const problem = (error instanceof ApiError && error.fields['uploadId']?.join(' ')) || error?.message
  const isReady = upload?.video?.status === 'ready'
  useEffect(() => {
    if (isReady) add()
  }, [isReady, add])

  const giveUp = () => {
    if (task && task.state !== 'sent') void cancelUpload(task.key)
    onRemoved()
  }
  return (
    <section className="pending-lesson" aria-label={title}>
      <p className="content-line">
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <Button variant="quiet" className="button-small" onClick={giveUp}>
          {t('content-backstage:backstageCourses.giveUp')}
        </Button>
      </p>
      <ProblemText text={problem} />
      <StageRail upload={upload} state={state} lastGood={lastGood} task={task} />
    </section>
  )
}
