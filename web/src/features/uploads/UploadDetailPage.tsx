import { useSearchParams } from '../../lib/router.js'
import { NotFound } from '../../ui/ErrorPage.js'
import { WorkEditor } from './editor/WorkEditor.js'
import './uploads.css'

/** The work that an upload (`id`) becomes, or a work that is there already (`work`). */
export function UploadDetailPage() {
  const [search] = useSearchParams()
  const uploadId = search.get('id')
  const workId = search.get('work')
  // Another one is another page: nothing of the one before may stay.
  if (uploadId) return <WorkEditor key={uploadId} start={{ uploadId }} />
  if (workId) return <WorkEditor key={workId} start={{ workId }} />
  return <NotFound />
}
