import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Work } from '@toile/contracts/works/works'
import { api } from '../../lib/api.js'
import { paths } from '../../lib/paths.js'
import { useSession } from '../../lib/session.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { TileSkeletons, WorkTile } from './WorkTile.js'

const SKELETONS = 4

/** Offers the user's own published works if `work` is theirs, else the newest works of all users. */
export function ComparePicker({ work }: { work: Work }) {
  const { t } = useTranslation()
  const mine = useSession()?.id === work.creator.id
  const query = useQuery({
    queryKey: ['works', 'choice', mine],
    queryFn: ({ signal }) =>
      mine ? api.listMyWorks({ state: 'released' }, { signal }) : api.listWorks({}, { signal }),
  })
  if (query.isError) return <LoadFailed text={t('home.failed')} of={query} />
  if (!query.data) return <TileSkeletons count={SKELETONS} />
  const others = query.data.items.filter(({ id }) => id !== work.id)
  return (
    <>
      <p className="compare-lead">{t('compare.choose', { title: work.title || t('home.noTitle') })}</p>
      {others.length === 0 && <Notice text={t('compare.none')} />}
      <ul className="tiles" aria-label={t('compare.title')}>
        {others.map((other) => (
          <WorkTile key={other.id} work={other} to={paths.compare(work.id, other.id)} />
        ))}
      </ul>
    </>
  )
}
