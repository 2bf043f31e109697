import { useTranslation } from 'react-i18next'
import type { BackstageUserDetail } from '@toile/contracts/users/users-backstage'
import { DescriptionList, type DescriptionRow } from '../../../ui/DescriptionList.js'
import { formatBytes, formatNumber, formatTime } from '../../../ui/format.js'
import { UserStatus } from './UserStatus.js'

/** Who somebody is, and whether they may sign in. */
export function UserFacts({ user }: { user: BackstageUserDetail }) {
  const { t } = useTranslation()
  const { ban, email, verified, lastSeenAt, emailRefusedAt } = user
  return (
    <DescriptionList
      className="backstage-facts"
      rows={[
        [t('backstagePeople.state'), <UserStatus key="state" user={user} />],
        [t('backstagePeople.banReason'), ban?.reason],
        [
          t('backstagePeople.email'),
          email ? (
            <>
              {email}{' '}
              <span className={verified ? 'muted' : 'backstage-warn'}>
                {t(verified ? 'backstagePeople.isVerified' : 'backstagePeople.isUnverified')}
              </span>
            </>
          ) : (
            t('backstagePeople.noEmail')
          ),
        ],
        [t('backstagePeople.refused'), emailRefusedAt && formatTime(emailRefusedAt)],
        [t('backstagePeople.name'), user.name],
        [t('backstagePeople.group'), t(`backstagePeople.groups.${user.group}`)],
        [t('backstagePeople.tenant'), user.tenant?.name],
        [t('backstagePeople.created'), formatTime(user.createdAt)],
        [t('backstagePeople.seen'), lastSeenAt ? formatTime(lastSeenAt) : t('backstagePeople.never')],
        [t('backstagePeople.language'), user.language === 'en' ? 'English' : '简体中文'],
        [t('backstagePeople.invitedBy'), user.invitedBy?.name],
      ]}
    />
  )
}

/** What somebody has and did, in figures. */
export function UserCounts({ user }: { user: BackstageUserDetail }) {
  const { t } = useTranslation()
  const { published, renders, comments, followers, following, reports } = user.counts
  const rows: [string, number][] = [
    [t('backstagePeople.works'), user.works],
    [t('backstagePeople.published'), published],
    [t('backstagePeople.uploads'), user.uploads],
    [t('backstagePeople.renders'), renders],
    [t('backstagePeople.comments'), comments],
    [t('backstagePeople.followers'), followers],
    [t('backstagePeople.following'), following],
    [t('backstagePeople.reports'), reports],
  ]
  return (
    <DescriptionList
      className="backstage-facts"
      rows={[
        ...rows.map(([name, count]): DescriptionRow => [name, formatNumber(count)]),
        [t('backstagePeople.bytes'), formatBytes(user.bytes)],
      ]}
    />
  )
}
