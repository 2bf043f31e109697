import type { TFunction } from 'i18next'
import type { BackstageUser } from '@toile/contracts/users/users-backstage'
import { formatBytes, formatDate, formatNumber, formatTime } from '../../../ui/format.js'
import { TextButton } from '../../../ui/TextButton.js'
import type { ColumnOf, TableFilter } from '../table/table.js'
import { UserStatus } from './UserStatus.js'

/** The columns of the list of accounts; `open` shows all of one of them. */
export const userColumns = (t: TFunction, open: (id: string) => void): ColumnOf<'users', BackstageUser>[] => [
  {
    name: 'name',
    label: t('backstagePeople.name'),
    cell: (user) => (
      <>
        <TextButton onClick={() => open(user.id)}>
          <bdi>{user.nickname || user.name || '–'}</bdi>
        </TextButton>
        {user.demo && <small className="muted"> {t('backstagePeople.isDemo')}</small>}
      </>
    ),
  },
  {
    name: 'email',
    label: t('backstagePeople.email'),
    cell: (user) => (
      <>
        {user.email ?? <span className="muted">{t('backstagePeople.noEmail')}</span>}
        {user.email && !user.verified && (
          <small className="backstage-warn backstage-line"> {t('backstagePeople.isUnverified')}</small>
        )}
      </>
    ),
  },
  {
    name: 'group',
    label: t('backstagePeople.group'),
    cell: (user) => <span className="backstage-line">{t(`backstagePeople.groups.${user.group}`)}</span>,
  },
  { name: 'state', label: t('backstagePeople.state'), cell: (user) => <UserStatus user={user} /> },
  { name: 'tenant', label: t('backstagePeople.tenant'), hidden: true, cell: (user) => user.tenant?.name ?? '–' },
  {
    name: 'created',
    label: t('backstagePeople.created'),
    cell: (user) => <span className="backstage-line">{formatDate(user.createdAt)}</span>,
  },
  {
    name: 'seen',
    label: t('backstagePeople.seen'),
    cell: (user) => <span className="backstage-line">{user.lastSeenAt ? formatTime(user.lastSeenAt) : '–'}</span>,
  },
  {
    name: 'works',
    label: t('backstagePeople.works'),
    number: true,
    cell: (user) => formatNumber(user.works),
  },
  {
    name: 'uploads',
    label: t('backstagePeople.uploads'),
    number: true,
    hidden: true,
    cell: (user) => formatNumber(user.uploads),
  },
  {
    name: 'bytes',
    label: t('backstagePeople.bytes'),
    number: true,
    cell: (user) => formatBytes(user.bytes),
  },
]

/** What the list of accounts can be narrowed to; to a tenant by the addresses that name one. */
export const userFilters = (t: TFunction, tenant: string | null): TableFilter[] => {
  const selectFilter = (name: string, label: string, ...options: [value: string, label: string][]): TableFilter => ({
    name,
    label,
    options: options.map(([value, label]) => ({ value, label })),
  })
  return [
    selectFilter(
      'group',
      t('backstagePeople.group'),
      ['user', t('backstagePeople.groups.user')],
      ['admin', t('backstagePeople.groups.admin')],
    ),
    selectFilter(
      'verified',
      t('backstagePeople.verified'),
      ['true', t('backstagePeople.isVerified')],
      ['false', t('backstagePeople.isUnverified')],
    ),
    selectFilter(
      'banned',
      t('backstagePeople.state'),
      ['true', t('backstagePeople.banned')],
      ['false', t('backstagePeople.notBanned')],
    ),
    selectFilter(
      'demo',
      t('backstagePeople.kind'),
      ['true', t('backstagePeople.isDemo')],
      ['false', t('backstagePeople.isOwn')],
    ),
    selectFilter('deleted', t('backstagePeople.deleted'), ['true', t('backstagePeople.onlyDeleted')]),
    ...(tenant ? [selectFilter('tenant', t('backstagePeople.tenant'), [tenant, t('backstagePeople.thisTenant')])] : []),
  ]
}
