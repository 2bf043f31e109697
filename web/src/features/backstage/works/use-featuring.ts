import { useTranslation } from 'react-i18next'
import { backstageApi } from '../../../lib/backstage-api.js'
import type { BulkAction } from '../table/table.js'

type Wanted = Parameters<BulkAction['run']>[0]

const set = (featured: boolean) => (wanted: Wanted) => backstageApi.featureWorks({ ...wanted, featured })

/** Recommending works, and leaving that. */
export function useFeaturing(): { feature: BulkAction; unfeature: BulkAction } {
  const { t } = useTranslation()
  const reason = t('works-backstage:takenBack')
  return {
    feature: {
      label: t('works-backstage:feature'),
      consequence: (count) => t('works-backstage:features', { count }),
      done: (count) => t('works-backstage:featured', { count }),
      asksReason: true,
      run: set(true),
      undo: (ids) => set(false)({ ids, dryRun: false, reason }),
    },
    unfeature: {
      label: t('works-backstage:unfeature'),
      consequence: (count) => t('works-backstage:unfeatures', { count }),
      done: (count) => t('works-backstage:unfeatured', { count }),
      asksReason: true,
      run: set(false),
      undo: (ids) => set(true)({ ids, dryRun: false, reason }),
    },
  }
}
