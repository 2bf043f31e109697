import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Invitation } from '@toile/contracts/users/invitations'
import { api } from '../../lib/api.js'
import { useLive } from '../../lib/socket.js'
import { usePaged } from '../../lib/paged.js'
import { Copied } from '../../ui/copy/Copied.js'
import { formatDate, formatNumber, formatTime } from '../../ui/format.js'
import { MoreButton } from '../../ui/MoreButton.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Loading } from '../../ui/Skeleton.js'
import '../software/software.css'
import './invitations.css'

const queryKey = ['invitations']

export function InvitePage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const list = usePaged(queryKey, (cursor, options) => api.listInvitations({ cursor }, options), { staleTime: 0 })
  useLive('invitation:activated', () => void client.invalidateQueries({ queryKey }))
  const first = list.data?.pages[0]
  const items = list.data?.pages.flatMap((page) => page.items)
  return (
    <div className="invite">
      <PageHeading title={t('account.nav.invite')} />
      <p className="software-about muted">{t('software:invitations.about')}</p>
      {list.isError && !first && <LoadFailed text={t('software:invitations.failed')} of={list} />}
      {list.isPending && <Loading height={400} />}
      {first && items && (
        <>
          <div className="invite-share">
            <Copied label={t('software:invitations.code')} text={first.code} />
            <Copied label={t('software:invitations.link')} text={first.url} />
          </div>
          <dl className="overview">
            {(['registered', 'activated'] as const).map((name) => (
              <div key={name}>
                <dt>{t(`software:invitations.${name}`)}</dt>
                <dd className="tabular">{formatNumber(name === 'registered' ? first.total : first.activated)}</dd>
              </div>
            ))}
          </dl>
          <p className="field-hint">{t('software:invitations.activatedHint')}</p>
          {items.length === 0 ? <Notice text={t('software:invitations.empty')} /> : <Invitations items={items} />}
        </>
      )}
      <MoreButton list={list} className="software-more" />
    </div>
  )
}

function Invitations({ items }: { items: readonly Invitation[] }) {
  const { t } = useTranslation()
  return (
    <table className="records" aria-label={t('account.nav.invite')}>
      <thead>
        <tr>
          {(['number', 'nickname', 'registeredAt', 'status'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`software:invitations.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.serialNumber}>
            <td className="tabular">{item.serialNumber}</td>
            <th scope="row">
              <bdi>{item.nickname}</bdi>
            </th>
            <td className="tabular">{formatTime(item.registeredAt)}</td>
            <td>
              <span className="use-mark" data-state={item.activated ? 'used' : 'unused'}>
                {item.activatedAt
                  ? t('software:invitations.activatedOn', { date: formatDate(item.activatedAt) })
                  : t('software:invitations.notActivated')}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
