import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import type { entryLists } from '@toile/contracts/activities/activity-entries'
import { PagedList } from '../../../ui/PagedList.js'
import { TileSkeletons } from '../../works/WorkTile.js'
import { EntryTile } from './EntryTile.js'
import { useEntries } from './use-entries.js'

interface Parts {
  activity: Activity
  list: (typeof entryLists)[number]
  heading: 'h2' | 'h3'
  empty: string
}

export function Entries({ activity, list, heading, empty }: Parts) {
  const { t } = useTranslation()
  const { query } = useEntries(activity, list)
  return (
    <PagedList
      list={query}
      waiting={<TileSkeletons count={4} />}
      failed={t('activities:entriesFailed')}
      empty={<p className="muted">{empty}</p>}
    >
      {(entries) => (
        <ul className="tiles">
          {entries.map((entry) => (
            <EntryTile key={entry.id} entry={entry} heading={heading} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
