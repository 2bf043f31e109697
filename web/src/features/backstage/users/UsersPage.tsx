import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { backstageApi } from '../../../lib/backstage-api.js'
import { useSearchParams } from '../../../lib/router.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { BackstageTable } from '../table/BackstageTable.js'
import { bulkUserActions } from './user-actions.js'
import { userColumns, userFilters } from './user-columns.js'
import { useOpened } from '../use-opened.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import './users-backstage.css'

await loadNamespaces('users-backstage')

const UserDrawer = lazy(async () => ({ default: (await import('./UserDrawer.js')).UserDrawer }))

/** `?tenant=ID` filters by tenant. `?user=ID` opens a user beside the list. */
export function UsersPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const [opened, open] = useOpened('user')
  return (
    <>
      <PageHeading title={t('users-backstage:users')} />
      <BackstageTable
        name="users"
        label={t('users-backstage:users')}
        columns={userColumns(t, open)}
        filters={userFilters(t, search.get('tenant'))}
        searchLabel={t('users-backstage:searchUsers')}
        load={(asked, signal) => backstageApi.listBackstageUsers(asked, { signal })}
        bulk={bulkUserActions(t)}
        nameOf={(user) => user.nickname || user.name}
        empty={<Notice text={t('users-backstage:noUsers')} />}
      />
      <Suspense>{opened && <UserDrawer key={opened} id={opened} close={() => open()} />}</Suspense>
    </>
  )
}
