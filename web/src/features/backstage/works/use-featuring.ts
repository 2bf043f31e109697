import { useTranslation } from 'react-i18next'
import { ask } from '../../../lib/api.js'
import type { BulkAction } from '../table/table.js'
import * as backstageWorkRoutes from '@toile/contracts/works/works-backstage.paths'

type Wanted = Parameters<BulkAction['run']>[0]

const set = (featured: boolean) => (wanted: Wanted) => ask(backstageWorkRoutes.featureWorks)({ ...wanted, featured })

/** Recommending works, and leaving that. */
export function useFeaturing(): { feature: BulkAction; unfeature: BulkAction } {
  const { t } = useTranslation()
  const reason = t('worksBackstage.takenBack')
  return {
    feature: {
      label: t('worksBackstage.feature'),
      consequence: (count) => t('worksBackstage.features', { count }),
      done: (count) => t('worksBackstage.featured', { count }),
      asksReason: true,
      run: set(true),
      undo: (ids) => set(false)({ ids, dryRun: false, reason }),
    },
    unfeature: {
      label: t('worksBackstage.unfeature'),
      consequence: (count) => t('worksBackstage.unfeatures', { count }),
      done: (count) => t('worksBackstage.unfeatured', { count }),
      asksReason: true,
      run: set(false),
      undo: (ids) => set(true)({ ids, dryRun: false, reason }),
    },
  }
}
