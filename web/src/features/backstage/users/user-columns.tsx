import type { TFunction } from 'i18next'
import type { BackstageUser } from '@toile/contracts/users/users-backstage'
import { formatBytes, formatDate, formatNumber, formatTime } from '../../../ui/format.js'
import { TextButton } from '../../../ui/TextButton.js'
import type { ColumnOf, TableFilter } from '../table/table.js'
import { UserStatus } from './UserStatus.js'

export const userColumns = (t: TFunction, open: (id: string) => void): ColumnOf<'users', BackstageUser>[] => [
  {
    name: 'name',
    label: t('common.name'),
    cell: (user) => (
      <>
        <TextButton onClick={() => open(user.id)}>
          <bdi>{user.nickname || user.name || '–'}</bdi>
        </TextButton>
        {user.demo && <small className="muted"> {t('users-backstage:isDemo')}</small>}
      </>
    ),
  },
  {
    name: 'email',
    label: t('login.email'),
    cell: (user) => (
      <>
        {user.email ?? <span className="muted">{t('users-backstage:noEmail')}</span>}
        {user.email && !user.verified && (
          <small className="backstage-warn backstage-line"> {t('users-backstage:isUnverified')}</small>
        )}
      </>
    ),
  },
  {
    name: 'group',
    label: t('users-backstage:group'),
    cell: (user) => <span className="backstage-line">{t(`users-backstage:groups.${user.group}`)}</span>,
  },
  { name: 'state', label: t('backstage:columns.state'), cell: (user) => <UserStatus user={user} /> },
  { name: 'tenant', label: t('users-backstage:tenant'), hidden: true, cell: (user) => user.tenant?.name ?? '–' },
  {
    name: 'created',
    label: t('users-backstage:created'),
    cell: (user) => <span className="backstage-line">{formatDate(user.createdAt)}</span>,
  },
  {
    name: 'seen',
    label: t('users-backstage:seen'),
    cell: (user) => <span className="backstage-line">{user.lastSeenAt ? formatTime(user.lastSeenAt) : '–'}</span>,
  },
  {
    name: 'works',
    label: t('users-backstage:works'),
    number: true,
    cell: (user) => formatNumber(user.works),
  },
  {
    name: 'uploads',
    label: t('users-backstage:uploads'),
    number: true,
    hidden: true,
    cell: (user) => formatNumber(user.uploads),
  },
  {
    name: 'bytes',
    label: t('backstage:overview.storage'),
    number: true,
    cell: (user) => formatBytes(user.bytes),
  },
]

/** `tenant` is the id of a tenant from the address. */
export const userFilters = (t: TFunction, tenant: string | null): TableFilter[] => {
  const selectFilter = (name: string, label: string, ...options: [value: string, label: string][]): TableFilter => ({
    name,
    label,
    options: options.map(([value, label]) => ({ value, label })),
  })
  return [
    selectFilter(
      'group',
      t('users-backstage:group'),
      ['user', t('users-backstage:groups.user')],
      ['admin', t('users-backstage:groups.admin')],
    ),
    selectFilter(
      'verified',
      t('users-backstage:verified'),
      ['true', t('users-backstage:isVerified')],
      ['false', t('users-backstage:isUnverified')],
    ),
    selectFilter(
      'banned',
      t('backstage:columns.state'),
      ['true', t('users-backstage:banned')],
      ['false', t('users-backstage:notBanned')],
    ),
    selectFilter(
      'demo',
      t('users-backstage:kind'),
      ['true', t('users-backstage:isDemo')],
      ['false', t('users-backstage:isOwn')],
    ),
    selectFilter('deleted', t('users-backstage:deleted'), ['true', t('users-backstage:onlyDeleted')]),
    ...(tenant ? [selectFilter('tenant', t('users-backstage:tenant'), [tenant, t('users-backstage:thisTenant')])] : []),
  ]
}
