import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BackstageUserDetail } from '@toile/contracts/users/users-backstage'
import { socialProviderNames } from '@toile/contracts/sessions/social.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { paths } from '../../../lib/paths.js'
import { ButtonLink } from '../../../ui/Button.js'
import { Drawer } from '../../../ui/antd/Drawer.js'
import { formatTime } from '../../../ui/format.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { deviceOf } from '../../account/device.js'
import { DetailSection } from '../DetailSection.js'
import { UserActions } from './UserActions.js'
import { UserCounts, UserFacts } from './UserFacts.js'

/** Shows no private messages, and offers no way to sign in as the user. */
export function UserDrawer({ id, close }: { id: string; close: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['backstage', 'user', id],
    queryFn: ({ signal }) => backstageApi.getBackstageUser({ id }, { signal }),
    staleTime: 0,
    retry: false,
  })
  return (
    <Drawer title={data ? data.nickname || data.name : t('users-backstage:users')} about={id} onClose={close}>
      {error && !data && <LoadFailed text={t('users-backstage:failed')} of={{ error, refetch }} />}
      {!data && !error && <Skeleton height={480} />}
      {data && (
        <>
          <UserFacts user={data} />
          {!data.deleted && <UserActions user={data} />}
          <UserLinks user={data} />
          <DetailSection title={t('users-backstage:counts')}>
            <UserCounts user={data} />
          </DetailSection>
          <Lists user={data} />
          <p className="muted backstage-looked">{t('users-backstage:looked')}</p>
        </>
      )}
    </Drawer>
  )
}

function UserLinks({ user: { id, deleted } }: { user: BackstageUserDetail }) {
  const { t } = useTranslation()
  return (
    <div className="backstage-actions">
      {!deleted && (
        <ButtonLink className="button-small" to={paths.creator(id)}>
          {t('users-backstage:openPage')}
        </ButtonLink>
      )}
      <ButtonLink className="button-small" to={`/backgroundAdmin/reports?kind=user&subject=${id}`}>
        {t('users-backstage:openReports')}
      </ButtonLink>
      <ButtonLink className="button-small" to={`/backgroundAdmin/timeline?kind=user&id=${id}`}>
        {t('users-backstage:openTimeline')}
      </ButtonLink>
    </div>
  )
}

function Lists({ user }: { user: BackstageUserDetail }) {
  const { t } = useTranslation()
  const programOf = (userAgent: string) => {
    const device = deviceOf(userAgent)
    return device ? `${device.browser}, ${device.system}` : userAgent || t('account.unknownDevice')
  }
  const seen = (at: string) => t('users-backstage:lastSeen', { at: formatTime(at) })
  return (
    <>
      <List
        title={t('account.sessions')}
        none={t('users-backstage:noSessions')}
        lines={user.sessions.map(({ userAgent, lastSeenAt }) => [programOf(userAgent), seen(lastSeenAt)])}
      />
      <List
        title={t('account.linked')}
        none={t('users-backstage:none')}
        lines={user.identities.map(({ type, email }) => [socialProviderNames[type], email ?? ''])}
      />
      <List
        title={t('users-backstage:devices')}
        none={t('users-backstage:none')}
        lines={user.devices.map(({ name, lastSeenAt }) => [name, seen(lastSeenAt)])}
      />
    </>
  )
}

function List({ title, none, lines }: { title: string; none: string; lines: [string, string][] }) {
  return (
    <DetailSection title={title}>
      {lines.length === 0 && <p className="muted">{none}</p>}
      <ul className="backstage-lines">
        {lines.map(([what, more], index) => (
          <li key={index}>
            {what} <span className="muted">{more}</span>
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}
