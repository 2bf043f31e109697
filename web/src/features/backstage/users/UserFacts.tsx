import { useTranslation } from 'react-i18next'
import type { BackstageUserDetail } from '@toile/contracts/users/users-backstage'
import { DescriptionList, type DescriptionRow } from '../../../ui/DescriptionList.js'
import { formatBytes, formatNumber, formatTime } from '../../../ui/format.js'
import { UserStatus } from './UserStatus.js'

export function UserFacts({ user }: { user: BackstageUserDetail }) {
  const { t } = useTranslation()
  const { ban, email, verified, lastSeenAt, emailRefusedAt } = user
  return (
    <DescriptionList
      className="backstage-facts"
      rows={[
        [t('backstage:columns.state'), <UserStatus key="state" user={user} />],
        [t('users-backstage:banReason'), ban?.reason],
        [
          t('login.email'),
          email ? (
            <>
              {email}{' '}
              <span className={verified ? 'muted' : 'backstage-warn'}>
                {t(verified ? 'users-backstage:isVerified' : 'users-backstage:isUnverified')}
              </span>
            </>
          ) : (
            t('users-backstage:noEmail')
          ),
        ],
        [t('users-backstage:refused'), emailRefusedAt && formatTime(emailRefusedAt)],
        [t('common.name'), user.name],
        [t('users-backstage:group'), t(`users-backstage:groups.${user.group}`)],
        [t('users-backstage:tenant'), user.tenant?.name],
        [t('users-backstage:created'), formatTime(user.createdAt)],
        [t('users-backstage:seen'), lastSeenAt ? formatTime(lastSeenAt) : t('users-backstage:never')],
        [t('app.language'), user.language === 'en' ? 'English' : '简体中文'],
        [t('users-backstage:invitedBy'), user.invitedBy?.name],
      ]}
    />
  )
}

export function UserCounts({ user }: { user: BackstageUserDetail }) {
  const { t } = useTranslation()
  const { published, renders, comments, followers, following, reports } = user.counts
  const rows: [string, number][] = [
    [t('users-backstage:works'), user.works],
    [t('users-backstage:published'), published],
    [t('users-backstage:uploads'), user.uploads],
    [t('users-backstage:renders'), renders],
    [t('users-backstage:comments'), comments],
    [t('users-backstage:followers'), followers],
    [t('users-backstage:following'), following],
    [t('users-backstage:reports'), reports],
  ]
  return (
    <DescriptionList
      className="backstage-facts"
      rows={[
        ...rows.map(([name, count]): DescriptionRow => [name, formatNumber(count)]),
        [t('backstage:overview.storage'), formatBytes(user.bytes)],
      ]}
    />
  )
}
