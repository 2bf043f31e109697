import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OfficeUserDetail, officeUserRoutes } from '@toile/contracts/users-office'
import { socialProviderNames } from '@toile/contracts/social.constants'
import { ask } from '../../../api.js'
import { paths } from '../../../paths.js'
import { ButtonLink } from '../../../ui/Button.js'
import { Drawer } from '../../../ui/Drawer.js'
import { formatTime } from '../../../ui/format.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { deviceOf } from '../../account/device.js'
import { Part } from '../Part.js'
import { UserDeeds } from './UserDeeds.js'
import { UserCounts, UserFacts } from './UserFacts.js'

/** All that operators see of one person: nothing of what they write to others, and nothing that opens a session. */
export function UserDrawer({ id, close }: { id: string; close: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['backstage', 'user', id],
    queryFn: ({ signal }) =>
      ask<typeof officeUserRoutes.getOfficeUser>('GET', `/backstage/users/${id}`, {}, { signal }),
    staleTime: 0,
    retry: false,
  })
  return (
    <Drawer title={data ? data.nickname || data.name : t('officePeople.users')} about={id} onClose={close}>
      {error && !data && (
        <LoadFailed text={t('officePeople.failed')} reason={error.message} retry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton height={480} />}
      {data && (
        <>
          <UserFacts user={data} />
          {!data.deleted && <UserDeeds user={data} />}
          <UserLinks user={data} />
          <Part title={t('officePeople.counts')}>
            <UserCounts user={data} />
          </Part>
          <Lists user={data} />
          <p className="muted office-looked">{t('officePeople.looked')}</p>
        </>
      )}
    </Drawer>
  )
}

/** Where more about them stands; pages that are not there yet are not led to. */
function UserLinks({ user: { id, deleted } }: { user: OfficeUserDetail }) {
  const { t } = useTranslation()
  return (
    <div className="office-links">
      {!deleted && (
        <ButtonLink className="button-small" to={paths.creator(id)}>
          {t('officePeople.openPage')}
        </ButtonLink>
      )}
      <ButtonLink className="button-small" to={`/backgroundAdmin/reports?kind=user&subject=${id}`}>
        {t('officePeople.openReports')}
      </ButtonLink>
      <ButtonLink className="button-small" to={`/backgroundAdmin/timeline?kind=user&id=${id}`}>
        {t('officePeople.openTimeline')}
      </ButtonLink>
    </div>
  )
}

function Lists({ user }: { user: OfficeUserDetail }) {
  const { t } = useTranslation()
  const programOf = (userAgent: string) => {
    const device = deviceOf(userAgent)
    return device ? `${device.browser}, ${device.system}` : userAgent || t('officePeople.unknownDevice')
  }
  const seen = (at: string) => t('officePeople.lastSeen', { at: formatTime(at) })
  return (
    <>
      <List
        title={t('officePeople.sessions')}
        none={t('officePeople.noSessions')}
        lines={user.sessions.map(({ userAgent, lastSeenAt }) => [programOf(userAgent), seen(lastSeenAt)])}
      />
      <List
        title={t('officePeople.identities')}
        none={t('officePeople.noIdentities')}
        lines={user.identities.map(({ type, email }) => [socialProviderNames[type], email ?? ''])}
      />
      <List
        title={t('officePeople.devices')}
        none={t('officePeople.noDevices')}
        lines={user.devices.map(({ name, lastSeenAt }) => [name, seen(lastSeenAt)])}
      />
    </>
  )
}

function List({ title, none, lines }: { title: string; none: string; lines: [string, string][] }) {
  return (
    <Part title={title}>
      {lines.length === 0 && <p className="muted">{none}</p>}
      <ul className="office-lines">
        {lines.map(([what, more], index) => (
          <li key={index}>
            {what} <span className="muted">{more}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
