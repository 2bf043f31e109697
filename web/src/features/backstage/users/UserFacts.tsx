import { useTranslation } from 'react-i18next'
import type { OfficeUserDetail } from '@toile/contracts/users-office'
import { Facts, type Fact } from '../../../ui/Facts.js'
import { formatBytes, formatNumber, formatTime } from '../../../ui/format.js'
import { Standing } from './Standing.js'

/** Who somebody is, and whether they may sign in. */
export function UserFacts({ user }: { user: OfficeUserDetail }) {
  const { t } = useTranslation()
  const { ban, email, verified, lastSeenAt, emailRefusedAt } = user
  return (
    <Facts
      className="office-facts"
      rows={[
        [t('officePeople.state'), <Standing key="state" user={user} />],
        [t('officePeople.banReason'), ban?.reason],
        [
          t('officePeople.email'),
          email ? (
            <>
              {email}{' '}
              <span className={verified ? 'muted' : 'office-warn'}>
                {t(verified ? 'officePeople.isVerified' : 'officePeople.isUnverified')}
              </span>
            </>
          ) : (
            t('officePeople.noEmail')
          ),
        ],
        [t('officePeople.refused'), emailRefusedAt && formatTime(emailRefusedAt)],
        [t('officePeople.name'), user.name],
        [t('officePeople.group'), t(`officePeople.groups.${user.group}`)],
        [t('officePeople.tenant'), user.tenant?.name],
        [t('officePeople.created'), formatTime(user.createdAt)],
        [t('officePeople.seen'), lastSeenAt ? formatTime(lastSeenAt) : t('officePeople.never')],
        [t('officePeople.language'), user.language === 'en' ? 'English' : '简体中文'],
        [t('officePeople.invitedBy'), user.invitedBy?.name],
      ]}
    />
  )
}

/** What somebody has and did, in figures. */
export function UserCounts({ user }: { user: OfficeUserDetail }) {
  const { t } = useTranslation()
  const { published, renders, comments, followers, following, reports } = user.counts
  const rows: [string, number][] = [
    [t('officePeople.works'), user.works],
    [t('officePeople.published'), published],
    [t('officePeople.uploads'), user.uploads],
    [t('officePeople.renders'), renders],
    [t('officePeople.comments'), comments],
    [t('officePeople.followers'), followers],
    [t('officePeople.following'), following],
    [t('officePeople.reports'), reports],
  ]
  return (
    <Facts
      className="office-facts"
      rows={[
        ...rows.map(([name, count]): Fact => [name, formatNumber(count)]),
        [t('officePeople.bytes'), formatBytes(user.bytes)],
      ]}
    />
  )
}
