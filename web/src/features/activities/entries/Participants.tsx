import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import { api } from '../../../lib/api.js'
import { paths } from '../../../lib/paths.js'
import { Link } from '../../../lib/router.js'
import { usePaged } from '../../../lib/paged.js'
import { formatDate } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PagedList } from '../../../ui/PagedList.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { Avatar } from '../../creators/Avatar.js'
import { activityKey } from '../use-activity.js'

export function Participants({ activity: { id } }: { activity: Activity }) {
  const { t } = useTranslation()
  const list = usePaged([...activityKey(id), 'people'], (cursor, options) =>
    api.listParticipants({ id, limit: 48, cursor }, options),
  )
  return (
    <PagedList
      list={list}
      waiting={<Skeleton height={240} />}
      failed={t('activities:peopleFailed')}
      empty={<Notice text={t('activities:noPeople')} />}
    >
      {(people) => (
        <ul className="participants">
          {people.map(({ user, registeredAt }) => (
            <li key={user.id}>
              <Avatar person={user} size={48} />
              <div>
                <Link to={paths.creator(user.id)}>
                  <bdi>{user.nickname || user.name}</bdi>
                </Link>
                <p className="muted">{t('activities:since', { date: formatDate(registeredAt) })}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
