import { useTranslation } from 'react-i18next'
import type { WorkState } from '@toile/contracts/works/works.constants'
import { paths } from '../../lib/paths.js'
import { Link, useSearchParams } from '../../lib/router.js'
import { ButtonLink } from '../../ui/Button.js'
import { Notice } from '../../ui/Notice.js'
import { PagedList } from '../../ui/PagedList.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { OwnTile } from './OwnTile.js'
import { useMyWorks } from './use-my-works.js'
import { useOverview } from './use-overview.js'
import { TileSkeletons } from './WorkTile.js'
import '../../ui/tabs.css'

const tabs: readonly WorkState[] = ['released', 'draft', 'trashed']

/** My works, a list for each state. The tab stands in the address, so that it can be kept and gone back to. */
export function MyWorksPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const counts = useOverview().data?.works
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'released'
  return (
    <>
      <PageHeading title={t('mine.title')} />
      <nav className="tabs" aria-label={t('mine.title')}>
        {tabs.map((one) => (
          <Link key={one} to={paths.myWorks(one)} aria-current={one === tab ? 'page' : undefined}>
            {t(`mine.tabs.${one}`)} <span className="muted tabular">{counts?.[one]}</span>
          </Link>
        ))}
      </nav>
      <MyWorks key={tab} state={tab} />
    </>
  )
}

function MyWorks({ state }: { state: WorkState }) {
  const { t } = useTranslation()
  const list = useMyWorks(state)
  const empty = (
    <Notice text={t(`mine.empty.${state}`)}>
      {state !== 'trashed' && <ButtonLink to={paths.upload}>{t('app.upload')}</ButtonLink>}
    </Notice>
  )
  return (
    <PagedList list={list} waiting={<TileSkeletons count={4} />} failed={t('mine.failed')} empty={empty}>
      {(works) => (
        <ul className="tiles" aria-label={t(`mine.tabs.${state}`)}>
          {works.map((work) => (
            <OwnTile key={work.id} work={work} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
