import { useTranslation } from 'react-i18next'
import { useLive } from '../../../lib/socket.js'
import { Button } from '../../../ui/Button.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { ProprietaryFile } from '../../models/ProprietaryFile.js'
import { ModelReport } from '../../models/ModelReport.js'
import { WorkVideo } from '../../videos/WorkVideo.js'
import { CorrectModel } from './CorrectModel.js'
import { RemovalNotice } from '../RemovalNotice.js'
import { useUploadTasks } from '../sending/upload-tasks.js'
import { StageRail } from '../StageRail.js'
import type { FollowedUpload } from '../use-upload.js'

interface MediumProps {
  followed: FollowedUpload
  uploadId: string
  takeOff?: (() => void) | undefined
}

export function Medium({ followed, uploadId, takeOff }: MediumProps) {
  const { t } = useTranslation()
  const { upload, state, lastGood, error, refetch } = followed
  const task = useUploadTasks().find((one) => one.uploadId === uploadId)
  const video = upload?.video
  // A video can be played before all its sizes exist, so the upload is refetched for each message about its video.
  useLive('video:status', (message) => message.uploadId === uploadId && void refetch())
  return (
    <div className="medium">
      <p className="detail-file">
        <span>
          <bdi>{upload?.filename ?? task?.filename ?? '\u00a0'}</bdi>
        </span>
        {takeOff && (
          <Button variant="quiet" aria-label={t('media.takeFileOff', { name: upload?.filename })} onClick={takeOff}>
            ✕
          </Button>
        )}
      </p>
      {upload && <RemovalNotice uploads={[upload]} />}
      {error && !upload && <LoadFailed text={t('work.failed')} of={{ error, refetch }} />}
      <StageRail upload={upload} state={state} lastGood={lastGood} task={task} />
      {upload?.model && (
        <ModelReport facts={upload.model.facts} bytes={upload.model.bytes} originalBytes={upload.size} />
      )}
      {upload?.model && <CorrectModel upload={upload} />}
      {upload?.proprietary && <ProprietaryFile file={upload.proprietary} mine />}
      {video && video.variants.length > 0 && (
        <WorkVideo video={video} title={upload.filename} refresh={() => void refetch()} />
      )}
    </div>
  )
}
