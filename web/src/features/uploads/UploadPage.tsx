import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '@toile/contracts/ids'
import { api } from '../../lib/api.js'
import { paths } from '../../lib/paths.js'
import { useNavigate } from '../../lib/router.js'
import { Button } from '../../ui/Button.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { fileProblem } from './sending/file-checks.js'
import { FilePicker } from './sending/FilePicker.js'
import { RemovalNotice } from './RemovalNotice.js'
import { removeTask, enqueueFile, type ChosenFile } from './sending/upload-queue.js'
import { useUploadTasks } from './sending/upload-tasks.js'
import { UnfinishedUploads } from './UnfinishedUploads.js'
import { latestUploads } from './use-uploads.js'
import './uploads.css'

interface Problem {
  filename: string
  text: string
}

/** One chosen file leads to its detail page once the server has created the upload. Several are shown in the tray. */
export function UploadPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const tasks = useUploadTasks()
  const uploads = useQuery(latestUploads)
  const [problems, setProblems] = useState<Problem[]>([])
  const [opening, setOpening] = useState<string>()

  function addFiles(chosen: ChosenFile[]) {
    const checked = chosen.map((one) => ({ ...one, wrong: fileProblem(one.file) }))
    setProblems(checked.flatMap(({ file, wrong }) => (wrong ? [{ filename: file.name, text: t(wrong) }] : [])))
    const keys = checked.flatMap(({ wrong, ...one }) => (wrong ? [] : [enqueueFile(one)]))
    setOpening(chosen.length === 1 ? keys[0] : undefined)
  }

  const opened = tasks.find(({ key }) => key === opening)
  const { uploadId, state, message, filename } = opened ?? {}
  useEffect(() => {
    if (uploadId) void navigate(paths.uploadDetail(uploadId))
    else if (opening && state === 'failed') {
      setProblems([{ filename: filename ?? '', text: message ?? t('upload.startFailed') }])
      removeTask(opening)
    }
  }, [opening, uploadId, state])

  return (
    <div className="upload-page">
      <PageHeading title={t('upload.title')} />
      <p className="muted">{t('upload.intro')}</p>
      <RemovalNotice uploads={uploads.data?.items ?? []} />
      <FilePicker onFiles={addFiles} multiple anywhere>
        <DropIcon />
        <strong className="drop-idle">{t('upload.drop')}</strong>
        <strong className="drop-over">{t('upload.letGo')}</strong>
        <span className="muted">{t('upload.orChoose')}</span>
      </FilePicker>
      <PicturesOnly />
      <ExportHelp />
      <div role="alert">
        <ul className="upload-problems">
          {problems.map(({ filename: name, text }, at) => (
            <li key={at}>
              {(problems.length > 1 || opening) && (
                <strong>
                  <bdi>{name}</bdi>
                </strong>
              )}{' '}
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </div>
      <UnfinishedUploads />
    </div>
  )
}

function PicturesOnly() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const begin = useMutation({
    mutationFn: () => api.createWork({}, { idempotencyKey: newId() }),
    onSuccess: ({ id }) => void navigate(paths.editWork(id)),
  })
  return (
    <Button variant="quiet" busy={begin.isPending} onClick={() => begin.mutate()}>
      {t('media.picturesOnly')}
    </Button>
  )
}

function DropIcon() {
  return (
    <svg className="drop-icon" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M16 21V6m0 0-6 6m6-6 6 6M5 20v5a2 2 0 0 0 2 2h18a2 2 0 0 0 2-2v-5" />
    </svg>
  )
}

const programs = ['clo', 'style3d', 'browzwear', 'marvelous', 'blender'] as const
const names = {
  clo: 'CLO',
  style3d: 'Style3D',
  browzwear: 'Browzwear VStitcher',
  marvelous: 'Marvelous Designer',
  blender: 'Blender',
}

function ExportHelp() {
  const { t } = useTranslation()
  return (
    <details className="export-help">
      <summary>{t('upload.exporting.title')}</summary>
      <p>{t('upload.exporting.best')}</p>
      <dl>
        {programs.map((program) => (
          <div key={program}>
            <dt>{names[program]}</dt>
            <dd>{t(`upload.exporting.${program}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('upload.exporting.zip')}</p>
    </details>
  )
}
