import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { isolate } from '@toile/contracts/direction'
import { useTranslation } from 'react-i18next'
import type { Creator } from '@toile/contracts/users/creators'
import { imageSizes } from '@toile/contracts/images/images.constants'
import { api, ApiError } from '../../lib/api.js'
import { goToSignIn } from '../../lib/request.js'
import { paths } from '../../lib/paths.js'
import { Link, useSearchParams } from '../../lib/router.js'
import { useSession } from '../../lib/session.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { NotFound } from '../../ui/ErrorPage.js'
import { formatDate, formatNumber } from '../../ui/format.js'
import { LoadFailed } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Loading, Skeleton } from '../../ui/Skeleton.js'
import { MessageButton } from '../messages/MessageButton.js'
import { ReportDialog } from '../reports/ReportDialog.js'
import { Avatar } from './Avatar.js'
import { Banner } from './Banner.js'
import { CreatorList } from './CreatorList.js'
import { FollowButton } from './FollowButton.js'
import { CreatorWorks } from './CreatorWorks.js'
import { usePeople } from './use-people.js'
import '../../ui/tabs.css'
import './people.css'

// ActivityHistory is loaded on demand, because few users open its tab.
const ActivityHistory = lazy(() => import('../activities/ActivityHistory.js'))
const tabs = ['works', 'followers', 'following', 'activities'] as const
const ratio = imageSizes.banner.width / imageSizes.banner.height

export function PersonalPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const query = useQuery({
    queryKey: ['creator', id],
    queryFn: ({ signal }) => api.getCreator({ id }, { signal }),
    enabled: id !== '',
  })
  if (id === '' || (query.error instanceof ApiError && [404, 422].includes(query.error.status))) return <NotFound />
  if (query.error) return <LoadFailed text={t('people.failed')} of={query} />
  if (!query.data) return <Loading ratio={ratio} />
  return <Person person={query.data} tab={tabs.find((one) => one === search.get('tab')) ?? 'works'} />
}

function Person({ person, tab }: { person: Creator; tab: (typeof tabs)[number] }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const session = useSession()
  const signedIn = session !== undefined
  const mine = session?.id === person.id
  const [reporting, setReporting] = useState(false)
  const name = person.nickname || person.name
  const facts = [person.occupation, person.company, person.location].filter(Boolean)
  const stats = {
    statFollowers: person.followers,
    statFollowing: person.following,
    statViews: person.projectViews,
    statAppreciations: person.appreciations,
  } as const
  return (
    <>
      <Banner person={person} mine={mine} />
      <div className="person-head">
        <Avatar person={person} size={96} />
        <div className="person-text">
          <PageHeading title={name} />
          {facts.length > 0 && (
            <p className="muted" dir="auto">
              {facts.map(isolate).join(' · ')}
            </p>
          )}
          {person.website && (
            <a href={person.website} rel="noopener noreferrer nofollow ugc" target="_blank">
              {new URL(person.website).host}
            </a>
          )}
        </div>
        <dl className="person-stats" aria-label={t('people.stats')}>
          {Object.entries(stats).map(([key, value]) => (
            <div key={key}>
              <dt>{t(`people.${key as keyof typeof stats}`)}</dt>
              <dd className="tabular">{formatNumber(value)}</dd>
            </div>
          ))}
        </dl>
        {mine ? (
          <ButtonLink to={paths.profile}>{t('people.editProfile')}</ButtonLink>
        ) : (
          <div className="person-actions">
            <FollowButton
              person={person}
              name={name}
              show={(to) => queryClient.setQueryData<Creator>(['creator', person.id], { ...person, ...to })}
            />
            <MessageButton id={person.id} name={name} />
            <Button variant="quiet" onClick={() => (signedIn ? setReporting(true) : void goToSignIn())}>
              {t('reports.report')}
            </Button>
          </div>
        )}
      </div>
      {reporting && <ReportDialog kind="user" id={person.id} close={() => setReporting(false)} />}
      {person.description && (
        <p className="person-description" dir="auto">
          {person.description}
        </p>
      )}
      <p className="muted person-joined">{t('people.joined', { date: formatDate(person.createdAt) })}</p>
      <nav className="tabs" aria-label={t('people.tabs')}>
        {tabs.map((one) => (
          <Link
            key={one}
            to={paths.creator(person.id, one === 'works' ? undefined : one)}
            aria-current={one === tab ? 'page' : undefined}
          >
            {t(`people.${one}`)}
          </Link>
        ))}
      </nav>
      {tab === 'works' && <CreatorWorks person={person} mine={mine} />}
      {(tab === 'followers' || tab === 'following') && <Follows key={tab} of={person.id} side={tab} />}
      {tab === 'activities' && (
        <Suspense fallback={<Skeleton height={200} />}>
          <ActivityHistory of={person.id} />
        </Suspense>
      )}
    </>
  )
}

function Follows({ of, side }: { of: string; side: 'followers' | 'following' }) {
  const { t } = useTranslation()
  return (
    <CreatorList
      creators={usePeople({ of, side })}
      empty={t(side === 'followers' ? 'people.noFollowers' : 'people.noFollowing')}
    />
  )
}
