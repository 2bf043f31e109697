import { lazy, Suspense, type ComponentType } from 'react'
import type { Page } from '@toile/contracts/pages.constants'
import { useLocation } from '../../lib/router.js'
import { NotFound } from '../../ui/ErrorPage.js'
import { Skeleton } from '../../ui/Skeleton.js'

type BackstagePath = Extract<Page, `/backgroundAdmin${string}`>

const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))

/** A backstage path that is missing here is a compile error. */
const pageComponents: Record<BackstagePath, ComponentType> = {
  '/backgroundAdmin': page(() => import('./overview/BackstagePage.js'), 'BackstagePage'),
  '/backgroundAdmin/operatingCenter/worksList': page(() => import('./works/WorksPage.js'), 'WorksPage'),
  '/backgroundAdmin/operatingCenter/notFramer': page(() => import('./works/UnlistedWorksPage.js'), 'UnlistedWorksPage'),
  '/backgroundAdmin/operatingCenter/commentList': page(() => import('./works/CommentsPage.js'), 'CommentsPage'),
  '/backgroundAdmin/operatingCenter/sCode': page(() => import('./codes/CodesPage.js'), 'CodesPage'),
  '/backgroundAdmin/operatingCenter/softwareActivate': page(
    () => import('./activations/ActivationsPage.js'),
    'ActivationsPage',
  ),
  '/backgroundAdmin/operatingCenter/tenantOperation': page(() => import('./tenants/TenantsPage.js'), 'TenantsPage'),
  '/backgroundAdmin/categories': page(() => import('./categories/CategoriesPage.js'), 'CategoriesPage'),
  '/backgroundAdmin/queues': page(() => import('./queues/QueuesPage.js'), 'QueuesPage'),
  '/backgroundAdmin/analytics': page(() => import('./analytics/AnalyticsPage.js'), 'AnalyticsPage'),
  '/backgroundAdmin/learningCenter': page(() => import('./courses/CoursesPage.js'), 'CoursesPage'),
  '/backgroundAdmin/learningCenter/detail': page(() => import('./courses/CoursePage.js'), 'CoursePage'),
  '/backgroundAdmin/marketItems': page(() => import('./market/MarketItemsPage.js'), 'MarketItemsPage'),
  '/backgroundAdmin/marketItems/detail': page(() => import('./market/MarketItemPage.js'), 'MarketItemPage'),
  '/backgroundAdmin/packages': page(() => import('./packages/PackagesPage.js'), 'PackagesPage'),
  '/backgroundAdmin/announcements': page(() => import('./announcements/AnnouncementsPage.js'), 'AnnouncementsPage'),
  '/backgroundAdmin/userManagement': page(() => import('./users/UsersPage.js'), 'UsersPage'),
  '/backgroundAdmin/creators': page(() => import('./users/BackstageCreatorsPage.js'), 'BackstageCreatorsPage'),
  '/backgroundAdmin/audit': page(() => import('./moderation/AuditPage.js'), 'AuditPage'),
  '/backgroundAdmin/reports': page(() => import('./moderation/ReportsPage.js'), 'ReportsPage'),
  '/backgroundAdmin/timeline': page(() => import('./moderation/TimelinePage.js'), 'TimelinePage'),
  '/backgroundAdmin/activityCenter': page(() => import('./activities/ActivityCenterPage.js'), 'ActivityCenterPage'),
  '/backgroundAdmin/activityCenter/avtiveworks': page(() => import('./activities/EntriesPage.js'), 'EntriesPage'),
}

/** The page is selected here instead of in routes.tsx, so that visitors do not load the list of backstage pages. */
export function BackstageRoutes() {
  const path = useLocation().pathname.replace(/\/$/, '') as BackstagePath
  const RoutePage: ComponentType = pageComponents[path] ?? NotFound
  return (
    <Suspense fallback={<Skeleton height={320} />} key={path}>
      <RoutePage />
    </Suspense>
  )
}
