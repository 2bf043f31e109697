import { lazy, Suspense } from 'react'
import { useSearchParams } from '../../../lib/router.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { NEW } from './paths.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import './activities-backstage.css'

await loadNamespaces('activities', 'activities-backstage')

// These are separate chunks, because the list and the forms do not need each other.
const ActivityList = lazy(async () => ({ default: (await import('./ActivityList.js')).ActivityList }))
const ActivityPage = lazy(async () => ({ default: (await import('./ActivityPage.js')).ActivityPage }))
const NewActivity = lazy(async () => ({ default: (await import('./NewActivity.js')).NewActivity }))

export function ActivityCenterPage() {
  const [search] = useSearchParams()
  const id = search.get('id')
  return (
    <Suspense fallback={<Skeleton height={640} />} key={id}>
      {!id ? (
        <ActivityList />
      ) : id === NEW ? (
        <NewActivity />
      ) : (
        <ActivityPage id={id} tab={search.get('tab') === 'edit' ? 'edit' : 'standing'} />
      )}
    </Suspense>
  )
}
