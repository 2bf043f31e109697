import type { TFunction } from 'i18next'
import type { OfficeUser } from '@toile/contracts/users-office'
import { formatBytes, formatDate, formatNumber, formatTime } from '../../../ui/format.js'
import { TextButton } from '../../../ui/TextButton.js'
import type { ColumnOf, TableFilter } from '../table/table.js'
import { Standing } from './Standing.js'

/** The columns of the list of accounts; `open` shows all of one of them. */
export const userColumns = (t: TFunction, open: (id: string) => void): ColumnOf<'users', OfficeUser>[] => [
  {
    name: 'name',
    label: t('officePeople.name'),
    cell: (user) => (
      <>
        <TextButton onClick={() => open(user.id)}>
          <bdi>{user.nickname || user.name || '–'}</bdi>
        </TextButton>
        {user.demo && <small className="muted"> {t('officePeople.isDemo')}</small>}
      </>
    ),
  },
  {
    name: 'email',
    label: t('officePeople.email'),
    cell: (user) => (
      <>
        {user.email ?? <span className="muted">{t('officePeople.noEmail')}</span>}
        {user.email && !user.verified && (
          <small className="office-warn office-line"> {t('officePeople.isUnverified')}</small>
        )}
      </>
    ),
  },
  {
    name: 'group',
    label: t('officePeople.group'),
    cell: (user) => <span className="office-line">{t(`officePeople.groups.${user.group}`)}</span>,
  },
  { name: 'state', label: t('officePeople.state'), cell: (user) => <Standing user={user} /> },
  { name: 'tenant', label: t('officePeople.tenant'), hidden: true, cell: (user) => user.tenant?.name ?? '–' },
  {
    name: 'created',
    label: t('officePeople.created'),
    sortable: true,
    cell: (user) => <span className="office-line">{formatDate(user.createdAt)}</span>,
  },
  {
    name: 'seen',
    label: t('officePeople.seen'),
    sortable: true,
    cell: (user) => <span className="office-line">{user.lastSeenAt ? formatTime(user.lastSeenAt) : '–'}</span>,
  },
  {
    name: 'works',
    label: t('officePeople.works'),
    sortable: true,
    number: true,
    cell: (user) => formatNumber(user.works),
  },
  {
    name: 'uploads',
    label: t('officePeople.uploads'),
    sortable: true,
    number: true,
    hidden: true,
    cell: (user) => formatNumber(user.uploads),
  },
  {
    name: 'bytes',
    label: t('officePeople.bytes'),
    sortable: true,
    number: true,
    cell: (user) => formatBytes(user.bytes),
  },
]

/** What the list of accounts can be narrowed to; to a tenant by the addresses that name one. */
export const userFilters = (t: TFunction, tenant: string | null): TableFilter[] => {
  const choice = (name: string, label: string, ...options: [value: string, label: string][]): TableFilter => ({
    name,
    label,
    options: options.map(([value, label]) => ({ value, label })),
  })
  return [
    choice(
      'group',
      t('officePeople.group'),
      ['user', t('officePeople.groups.user')],
      ['admin', t('officePeople.groups.admin')],
    ),
    choice(
      'verified',
      t('officePeople.verified'),
      ['true', t('officePeople.isVerified')],
      ['false', t('officePeople.isUnverified')],
    ),
    choice(
      'banned',
      t('officePeople.state'),
      ['true', t('officePeople.banned')],
      ['false', t('officePeople.notBanned')],
    ),
    choice('demo', t('officePeople.kind'), ['true', t('officePeople.isDemo')], ['false', t('officePeople.isOwn')]),
    choice('deleted', t('officePeople.deleted'), ['true', t('officePeople.onlyDeleted')]),
    ...(tenant ? [choice('tenant', t('officePeople.tenant'), [tenant, t('officePeople.thisTenant')])] : []),
  ]
}
