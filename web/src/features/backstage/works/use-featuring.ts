import { useTranslation } from 'react-i18next'
import type { officeWorkRoutes } from '@toile/contracts/works-office'
import { ask } from '../../../api.js'
import type { BulkDeed } from '../table/table.js'

type Wanted = Parameters<BulkDeed['run']>[0]

const set = (featured: boolean) => (wanted: Wanted) =>
  ask<typeof officeWorkRoutes.featureWorks>('POST', '/backstage/works/feature', { ...wanted, featured })

/** Recommending works, and leaving that. */
export function useFeaturing(): { feature: BulkDeed; unfeature: BulkDeed } {
  const { t } = useTranslation()
  const reason = t('worksOffice.takenBack')
  return {
    feature: {
      label: t('worksOffice.feature'),
      consequence: (count) => t('worksOffice.features', { count }),
      done: (count) => t('worksOffice.featured', { count }),
      asksReason: true,
      run: set(true),
      undo: (ids) => set(false)({ ids, dryRun: false, reason }),
    },
    unfeature: {
      label: t('worksOffice.unfeature'),
      consequence: (count) => t('worksOffice.unfeatures', { count }),
      done: (count) => t('worksOffice.unfeatured', { count }),
      asksReason: true,
      run: set(false),
      undo: (ids) => set(true)({ ids, dryRun: false, reason }),
    },
  }
}
