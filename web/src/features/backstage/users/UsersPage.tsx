import { useTranslation } from 'react-i18next'
import type { officeUserRoutes } from '@toile/contracts/users-office'
import { ask } from '../../../api.js'
import { useSearchParams } from '../../../router.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { OfficeTable } from '../table/OfficeTable.js'
import { bulkUserDeeds } from './user-deeds.js'
import { userColumns, userFilters } from './user-columns.js'
import { UserDrawer } from './UserDrawer.js'
import './words.js'
import './users-office.css'

/** Every account; `?tenant=ID` those of a tenant. `?user=ID` has all of one person open beside the list. */
export function UsersPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const opened = search.get('user')
  const open = (id?: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (id) after.set('user', id)
        else after.delete('user')
        return after
      },
      { preventScrollReset: true },
    )
  return (
    <>
      <PageHeading title={t('officePeople.users')} />
      <OfficeTable
        name="users"
        label={t('officePeople.users')}
        columns={userColumns(t, open)}
        filters={userFilters(t, search.get('tenant'))}
        searchLabel={t('officePeople.searchUsers')}
        load={(asked, signal) =>
          ask<typeof officeUserRoutes.listOfficeUsers>('GET', '/backstage/users', asked, { signal })
        }
        bulk={bulkUserDeeds(t)}
        nameOf={(user) => user.nickname || user.name}
        empty={<Notice text={t('officePeople.noUsers')} />}
      />
      {opened && <UserDrawer key={opened} id={opened} close={() => open()} />}
    </>
  )
}
