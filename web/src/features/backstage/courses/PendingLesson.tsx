import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { backstageCourseRoutes } from '@toile/contracts/courses/courses'
import { call, FAILED } from '../../../lib/api.js'
import { useLive } from '../../../lib/socket.js'
import { Button } from '../../../ui/Button.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { cancelSending, forget } from '../../uploads/sending/sending.js'
import { useSendings } from '../../uploads/sending/sendings.js'
import { StageRail } from '../../uploads/StageRail.js'
import { useUpload } from '../../uploads/use-upload.js'

/** A video on its way into a course. */
export interface Pending {
  /** Of its sending in this tab. */
  key: string
  uploadId?: string
  title: string
}

interface PendingLessonProps {
  courseId: string
  pending: Pending
  onKnown: (uploadId: string) => void
  onGone: () => void
}

/** Follows a video through its stages, and puts it at the end of the course once it is ready. */
export function PendingLesson({ courseId, pending, onKnown, onGone }: PendingLessonProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { key, title } = pending
  const sending = useSendings().find((one) => one.key === key || (one.uploadId && one.uploadId === pending.uploadId))
  const uploadId = sending?.uploadId ?? pending.uploadId
  const { upload, state, lastGood, retry, refetch } = useUpload(uploadId ?? null)
  const [problem, setProblem] = useState<string>()
  // It is ready when all its sizes are there, which is told of the video alone.
  useLive('video:status', (message) => message.uploadId === uploadId && void refetch())

  const tellKnown = useEffectEvent(onKnown)
  useEffect(() => {
    if (uploadId && uploadId !== pending.uploadId) tellKnown(uploadId)
  }, [uploadId, pending.uploadId])

  const add = useEffectEvent(async () => {
    const answer = await call<typeof backstageCourseRoutes.addCourseVideo>(
      'POST',
      `/backstage/courses/${courseId}/videos`,
      { uploadId: uploadId!, title },
      { quiet: true },
    )
    if (answer.code === FAILED) return setProblem(answer.fields['uploadId']?.join(' ') ?? answer.message)
    if (sending) forget(sending.key)
    toast('success', t('backstageCourses.videoAdded', { title }))
    await queryClient.invalidateQueries({ queryKey: ['backstage', 'courses'] })
    onGone()
  })
  const isReady = upload?.video?.status === 'ready'
  useEffect(() => {
    if (isReady) void add()
  }, [isReady])

  const giveUp = () => {
    if (sending && sending.state !== 'sent') void cancelSending(sending.key)
    onGone()
  }
  return (
    <section className="pending-lesson" aria-label={title}>
      <p className="content-line">
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <Button variant="quiet" className="button-small" onClick={giveUp}>
          {t('backstageCourses.giveUp')}
        </Button>
      </p>
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
      <StageRail upload={upload} state={state} lastGood={lastGood} sending={sending} retry={retry} />
    </section>
  )
}
