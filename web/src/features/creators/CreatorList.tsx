import { useTranslation } from 'react-i18next'
import type { CreatorCard } from '@toile/contracts/users/creators'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { MoreButton } from '../../ui/MoreButton.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { Picture } from '../../ui/Picture.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { Avatar } from './Avatar.js'
import { FollowButton } from './FollowButton.js'
import type { usePeople } from './use-people.js'
import './people.css'

const COVER_SIZES = '120px'

export function CreatorList({ creators, empty }: { creators: ReturnType<typeof usePeople>; empty: string }) {
  const { t } = useTranslation()
  const { query, people, change } = creators
  if (query.isError && !people) return <LoadFailed text={t('people.failed')} of={query} />
  if (!people)
    return (
      <div role="status" aria-label={t('app.loading')} className="creators">
        {Array.from({ length: 4 }, (_, i) => (
          <Skeleton key={`s${i}`} height={176} />
        ))}
      </div>
    )
  if (people.length === 0) return <Notice text={empty} />
  return (
    <>
      <ul className="creators">
        {people.map((person) => (
          <CreatorRow key={person.id} person={person} show={(to) => change(person.id, to)} />
        ))}
      </ul>
      <MoreButton list={query} />
    </>
  )
}

function CreatorRow({ person, show }: { person: CreatorCard; show: (to: Partial<CreatorCard>) => void }) {
  const { t } = useTranslation()
  const name = person.nickname || person.name
  return (
    <li className="creator">
      <Avatar person={person} size={64} />
      <div className="creator-text">
        <h2>
          <Link to={paths.creator(person.id)}>
            <bdi>{name}</bdi>
          </Link>
          {person.featured && <small className="creator-featured">{t('people.featured')}</small>}
        </h2>
        {person.occupation && (
          <p className="muted">
            <bdi>{person.occupation}</bdi>
          </p>
        )}
        <p className="muted tabular">
          {t('people.fans', { count: person.followers })} · {t('people.follows', { count: person.following })}
        </p>
      </div>
      <FollowButton person={person} name={name} variant="plain" show={show} />
      <ul className="creator-works">
        {person.newestWorks.map((work) => (
          <li key={work.id}>
            <Link to={paths.work(work.id)} aria-label={work.title}>
              {work.cover && <Picture image={work.cover} sizes={COVER_SIZES} />}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  )
}
