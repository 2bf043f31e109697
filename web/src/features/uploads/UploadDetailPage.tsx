import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../api.js'
import { useSearchParams } from '../../router.js'
import { useSession } from '../../session.js'
import { NotFound } from '../../ui/ErrorPage.js'
import { LoadFailed } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { ClosedFile } from '../models/ClosedFile.js'
import { ModelReport } from '../models/ModelReport.js'
import { missing } from './draft.js'
import { PublishBox } from './PublishBox.js'
import { useSendings } from './sendings.js'
import { StageRail } from './StageRail.js'
import { useDraft } from './use-draft.js'
import { useUpload } from './use-upload.js'
import { WorkForm } from './WorkForm.js'
import './uploads.css'

/** An upload on its way, and beside it the form of the work that it becomes. */
export function UploadDetailPage() {
  const [search] = useSearchParams()
  const id = search.get('id')
  // Another upload is another page: nothing of the one before may stay.
  return id ? <UploadDetail key={id} id={id} /> : <NotFound />
}

function UploadDetail({ id }: { id: string }) {
  const { t } = useTranslation()
  const session = useSession()
  const { upload, state, lastGood, error, retry, refetch } = useUpload(id)
  const draft = useDraft(id)
  const sending = useSendings().find(({ uploadId }) => uploadId === id)
  const [refused, setRefused] = useState<Record<string, string[]>>({})

  const { fields, edit, work } = draft
  const firstCover = upload?.previews.find((image) => image.purpose === 'cover')?.id
  const needsCover = work !== undefined && fields.coverId === null && firstCover !== undefined
  useEffect(() => {
    if (needsCover) edit({ coverId: firstCover })
  }, [needsCover])

  if (error instanceof CallFailure && error.failed.status === 404) return <NotFound />
  return (
    <div className="detail-page">
      <div className="detail-main">
        <PageHeading title={t('work.formTitle')} />
        {draft.error && (
          <LoadFailed text={t('work.loadFailed')} reason={draft.error.message} retry={() => void draft.refetch()} />
        )}
        <WorkForm
          fields={fields}
          edit={(part) => {
            setRefused({})
            edit(part)
          }}
          previews={upload?.previews ?? []}
          saved={work?.cover ?? null}
          picturesToCome={!upload?.closed}
          errors={{ ...refused, ...draft.failure?.fields }}
        />
      </div>
      <aside className="detail-side">
        <p className="detail-file">{upload?.filename ?? '\u00a0'}</p>
        {error && !upload && <LoadFailed text={t('work.failed')} reason={error.message} retry={() => void refetch()} />}
        <StageRail upload={upload} state={state} lastGood={lastGood} sending={sending} retry={retry} />
        {upload?.model && (
          <ModelReport facts={upload.model.facts} bytes={upload.model.bytes} originalBytes={upload.size} />
        )}
        {upload?.closed && <ClosedFile file={upload.closed} mine />}
        <PublishBox
          work={work}
          needs={missing(fields, {
            ready: state?.stage === 'ready_to_publish',
            verified: Boolean(session?.email_verified_at),
          })}
          uploadFailed={state?.stage === 'failed'}
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
