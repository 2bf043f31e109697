import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cutText } from '@toile/contracts/cut-text'
import { readJson, session } from '../../../lib/storage.js'
import { fileProblem } from '../../uploads/sending/file-checks.js'
import { FilePicker } from '../../uploads/sending/FilePicker.js'
import type { ChosenFile } from '../../uploads/sending/upload-queue.js'
import type { Pending } from './PendingLesson.js'
import '../../uploads/uploads.css'
import { ProblemText } from '../../../ui/ProblemText.js'

const PendingLesson = lazy(async () => ({ default: (await import('./PendingLesson.js')).PendingLesson }))

/** Pending videos with an upload id are stored in sessionStorage, so that a reload of the page does not lose them. */
const keyOf = (courseId: string) => `lessons-on-their-way:${courseId}`

function readStored(courseId: string): Pending[] {
  const value = readJson(session, keyOf(courseId))
  const isPending = (one: Partial<Pending> | null): one is Pending => typeof one?.uploadId === 'string'
  return Array.isArray(value) ? value.filter(isPending) : []
}

/** Uploads the chosen or dropped videos. While mounted, appends each video once all its renditions exist. */
export function AddLessons({ courseId }: { courseId: string }) {
  const { t } = useTranslation()
  const [pending, setPending] = useState(() => readStored(courseId))
  const [problems, setProblems] = useState<string[]>([])
  const change = (work: (before: Pending[]) => Pending[]) =>
    setPending((before) => {
      const after = work(before)
      session.setItem(keyOf(courseId), JSON.stringify(after.filter(({ uploadId }) => uploadId)))
      return after
    })
  async function add(files: readonly ChosenFile[]) {
    const { enqueueFile } = await import('../../uploads/sending/upload-queue.js')
    const added = files.map((chosen) => ({ key: enqueueFile(chosen), title: titleOf(chosen.file.name) }))
    change((before) => [...before, ...added])
  }
  return (
    <div className="add-lessons">
      <Suspense>
        {pending.map((one) => (
          <PendingLesson
            key={one.key}
            courseId={courseId}
            pending={one}
            onUploadId={(uploadId) =>
              change((before) => before.map((other) => (other.key === one.key ? { ...other, uploadId } : other)))
            }
            onRemoved={() => change((before) => before.filter(({ key }) => key !== one.key))}
          />
        ))}
      </Suspense>
      <FilePicker
        kinds={['video']}
        multiple
        onFiles={(files) => {
          const wrong = files.map(({ file }) => [file.name, fileProblem(file, ['video'])] as const)
          setProblems(wrong.flatMap(([name, problem]) => (problem ? [`${name}: ${t(problem)}`] : [])))
          void add(files.filter((_, i) => !wrong[i]![1]))
        }}
      >
        <strong>{t('content-backstage:backstageCourses.addVideos')}</strong>
        <span className="muted">{t('media.videoHint')}</span>
      </FilePicker>
      <ProblemText text={problems.join(' ')} />
    </div>
  )
}

const titleOf = (filename: string) =>
  cutText(
    filename
      .replace(/\.[^.]+$/, '')
      .replace(/[_-]+/g, ' ')
      .trim() || filename,
    80,
  )
