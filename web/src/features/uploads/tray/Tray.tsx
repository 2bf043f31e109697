import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.js'
import { useLocation } from '../../../lib/router.js'
import { removeTask } from '../sending/upload-queue.js'
import { isActive, percentOf, useUploadTasks, type UploadTask } from '../sending/upload-tasks.js'
import { TrayIcon } from './TrayIcon.js'
import { TrayRow } from './TrayRow.js'
import './tray.css'

export function Tray() {
  const { t } = useTranslation()
  const tasks = useUploadTasks()
  const { pathname, search } = useLocation()
  const [wanted, setWanted] = useState<{ on: string; open: boolean }>()
  const shown = (pathname + search).split('&')[0]
  // The tray is hidden on the page of an upload if all tasks belong to that upload, because that page shows more.
  if (tasks.every(({ uploadId }) => uploadId && paths.uploadDetail(uploadId) === shown)) return null
  // On the page with the form for a work, the tray starts collapsed, because it would cover the form.
  const open = wanted?.on === pathname ? wanted.open : pathname !== '/upload/uploadDetail'
  const finished = tasks.every(({ state }) => state === 'sent')
  return (
    <section className="tray" aria-labelledby="tray-title" data-open={open}>
      <header className="tray-head">
        <h2 id="tray-title" className="tabular">
          {summary(t, tasks)}
        </h2>
        <button
          type="button"
          className="tray-button"
          aria-expanded={open}
          aria-controls="tray-list"
          aria-label={t(open ? 'tray.collapse' : 'tray.expand')}
          onClick={() => setWanted({ on: pathname, open: !open })}
        >
          <TrayIcon name={open ? 'down' : 'up'} />
        </button>
        {finished && (
          <button
            type="button"
            className="tray-button"
            aria-label={t('tray.close')}
            onClick={() => tasks.forEach(({ key }) => removeTask(key))}
          >
            <TrayIcon name="close" />
          </button>
        )}
      </header>
      <ul id="tray-list" hidden={!open}>
        {tasks.map((task) => (
          <TrayRow key={task.key} task={task} />
        ))}
      </ul>
    </section>
  )
}

function summary(t: TFunction, tasks: readonly UploadTask[]): string {
  const active = tasks.filter(isActive)
  if (active.length > 0) return t('tray.sending', { count: active.length, percent: percentOf(active) })
  const stopped = tasks.filter(({ state }) => state !== 'sent').length
  if (stopped > 0) return t('tray.stopped', { count: stopped })
  return t('tray.sent', { count: tasks.length })
}
