import { lazy, Suspense, useEffect } from 'react'
import { loadPageWords } from '../../../i18n/index.js'
import { useSession } from '../../../lib/session.js'
import { hasResumableUploads } from '../sending/resumable-keys.js'
import { useUploadTasks } from '../sending/upload-tasks.js'

// Loads the texts of the tray too, because the home page has not loaded them.
const Tray = lazy(async () => {
  const [{ Tray: Component }] = await Promise.all([import('./Tray.js'), loadPageWords()])
  return { default: Component }
})

export function UploadTray() {
  const sendings = useUploadTasks()
  const signedIn = useSession() !== undefined
  useEffect(() => {
    if (signedIn && hasResumableUploads())
      void import('../sending/resume-uploads.js').then(({ resumeUploads: continueLeft }) => continueLeft())
  }, [signedIn])
  if (sendings.length === 0) return null
  return (
    <Suspense>
      <Tray />
    </Suspense>
  )
}
