import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.js'
import { useLocation } from '../../../lib/router.js'
import { forget } from '../sending/sending.js'
import { isActive, percentOf, useSendings, type Sending } from '../sending/sendings.js'
import { TrayIcon } from './TrayIcon.js'
import { TrayRow } from './TrayRow.js'
import './tray.css'

/** All files that this tab sends, over every page. */
export function Tray() {
  const { t } = useTranslation()
  const sendings = useSendings()
  const { pathname, search } = useLocation()
  const [wanted, setWanted] = useState<{ on: string; open: boolean }>()
  const shown = (pathname + search).split('&')[0]
  // Its own page tells everything about an upload.
  if (sendings.every(({ uploadId }) => uploadId && paths.uploadDetail(uploadId) === shown)) return null
  // Beside the form it would cover what it is about: there it opens only when asked.
  const open = wanted?.on === pathname ? wanted.open : pathname !== '/upload/uploadDetail'
  const finished = sendings.every(({ state }) => state === 'sent')
  return (
    <section className="tray" aria-labelledby="tray-title" data-open={open}>
      <header className="tray-head">
        <h2 id="tray-title" className="tabular">
          {summary(t, sendings)}
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
            onClick={() => sendings.forEach(({ key }) => forget(key))}
          >
            <TrayIcon name="close" />
          </button>
        )}
      </header>
      <ul id="tray-list" hidden={!open}>
        {sendings.map((sending) => (
          <TrayRow key={sending.key} sending={sending} />
        ))}
      </ul>
    </section>
  )
}

/** The tray in one line; that is all of it when it is collapsed. */
function summary(t: TFunction, sendings: readonly Sending[]): string {
  const active = sendings.filter(isActive)
  if (active.length > 0) return t('tray.sending', { count: active.length, percent: percentOf(active) })
  const stopped = sendings.filter(({ state }) => state !== 'sent').length
  if (stopped > 0) return t('tray.stopped', { count: stopped })
  return t('tray.sent', { count: sendings.length })
}
