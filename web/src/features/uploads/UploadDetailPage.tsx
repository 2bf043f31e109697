import { useSearchParams } from '../../lib/router.js'
import { NotFound } from '../../ui/ErrorPage.js'
import { WorkEditor } from './editor/WorkEditor.js'
import './uploads.css'

/** In the address, `id` is an upload that becomes a work, and `work` is an existing work. */
export function UploadDetailPage() {
  const [search] = useSearchParams()
  const uploadId = search.get('id')
  const workId = search.get('work')
  // The key makes React discard the state of another upload or work.
  if (uploadId) return <WorkEditor key={uploadId} start={{ uploadId }} />
  if (workId) return <WorkEditor key={workId} start={{ workId }} />
  return <NotFound />
}
