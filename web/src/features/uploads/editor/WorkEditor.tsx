import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '@toile/contracts/ids'
import { api, ApiError } from '../../../lib/api.js'
import { useSession } from '../../../lib/session.js'
import { NotFound } from '../../../ui/ErrorPage.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { AddMedium } from './AddMedium.js'
import { missing, type DraftFields } from './draft.js'
import { Medium } from './Medium.js'
import { PublishBox } from './PublishBox.js'
import { useDraft, type DraftStart } from './use-draft.js'
import { useUpload } from '../use-upload.js'
import { WorkForm } from './WorkForm.js'

const SendToCloud = lazy(() => import('../../renders/dialog/SendToCloud.js'))

export function WorkEditor({ start }: { start: DraftStart }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const session = useSession()
  const draft = useDraft(start)
  const { fields, edit, work } = draft
  const { uploadId, videoUploadId } = fields
  const model = useUpload(uploadId)
  const video = useUpload(videoUploadId)
  const [refused, setRefused] = useState<Record<string, string[]>>({})
  const [sending, setSending] = useState({ cover: false, detail: false })

  const media = [...(uploadId ? [model] : []), ...(videoUploadId ? [video] : [])]
  const previews = media.flatMap(({ upload }) => upload?.previews ?? [])
  const firstCover = previews.find((image) => image.purpose === 'cover')?.id
  const needsCover = work !== undefined && fields.coverId === null && firstCover !== undefined
  useEffect(() => {
    if (needsCover) edit({ coverId: firstCover })
  }, [needsCover])

  const coverShown = useRef(firstCover)
  const renewCover = useEffectEvent(draft.renewCover)
  useEffect(() => {
    if (coverShown.current && firstCover && coverShown.current !== firstCover) void renewCover()
    coverShown.current = firstCover
  }, [firstCover])

  const failures = [draft.error, model.error]
  if (failures.some((error) => error instanceof ApiError && error.status === 404)) return <NotFound />

  const isProprietary = Boolean(model.upload?.proprietary)
  const isReleased = work?.state === 'released'
  async function showVersion(newUploadId: string) {
    await api.addVersion({ id: work!.id, uploadId: newUploadId }, { idempotencyKey: newId() })
    toast('success', t('media.versionDone'))
    await queryClient.invalidateQueries({ queryKey: ['works'] })
    await queryClient.invalidateQueries({ queryKey: ['draft'] })
  }
  const needs = work
    ? missing(fields, {
        ready: media.every(({ state }) => state?.stage === 'ready_to_publish'),
        verified: Boolean(session?.email_verified_at),
        sending: sending.cover || sending.detail,
      })
    : []
  const releasedId = isReleased ? work.id : undefined
  const add = async (part: Partial<DraftFields>) => edit(part)

  return (
    <div className="detail-page">
      <div className="detail-main">
        <PageHeading title={t('work.formTitle')} />
        {draft.error && <LoadFailed text={t('work.loadFailed')} of={draft} />}
        <WorkForm
          fields={fields}
          edit={(part) => {
            setRefused({})
            edit(part)
          }}
          previews={previews}
          work={work}
          picturesToCome={media.some(({ upload, state }) => !upload?.proprietary && state?.stage !== 'failed')}
          onSending={(purpose, isSending) => setSending((before) => ({ ...before, [purpose]: isSending }))}
          isProprietary={isProprietary}
          errors={{ ...refused, ...draft.failure?.fields }}
        />
      </div>
      <aside className="detail-side">
        <div className="detail-files">
          {uploadId && (
            <Medium
              key={uploadId}
              followed={model}
              uploadId={uploadId}
              takeOff={work && !isReleased ? () => edit({ uploadId: null }) : undefined}
            />
          )}
          {uploadId && model.upload?.model && (
            <Suspense fallback={null}>
              <SendToCloud
                className="button button-plain"
                // An upload that is not part of the work yet is rendered on its own.
                source={work?.uploadId === uploadId ? { workId: work.id } : { uploadId }}
                name={fields.title || model.upload.filename}
                colourways={model.upload.model.facts.colourways}
              />
            </Suspense>
          )}
          {(!uploadId || isReleased) && (
            <AddMedium
              kind="model"
              disabled={!work}
              label={t(uploadId ? 'media.newVersion' : 'media.addModel')}
              releasedId={releasedId}
              onUpload={(id) => (isReleased ? showVersion(id) : add({ uploadId: id }))}
            />
          )}
          {videoUploadId && (
            <Medium
              key={videoUploadId}
              followed={video}
              uploadId={videoUploadId}
              takeOff={work ? () => edit({ videoUploadId: null }) : undefined}
            />
          )}
          {!videoUploadId && (
            <AddMedium
              kind="video"
              label={t('media.addVideo')}
              disabled={!work}
              releasedId={releasedId}
              onUpload={(id) => add({ videoUploadId: id })}
            />
          )}
        </div>
        <PublishBox
          work={work}
          needs={needs}
          uploadFailed={media.some(({ state }) => state?.stage === 'failed')}
          dirty={draft.dirty}
          saving={draft.saving}
          problem={draft.failure?.message}
          save={draft.save}
          onRefused={setRefused}
        />
      </aside>
    </div>
  )
}
