import { useTranslation } from 'react-i18next'
import type { officeWorkRoutes } from '@toile/contracts/works-office'
import { ask } from '../../../api.js'
import type { BulkDeed } from '../table/table.js'

const set =
  (featured: boolean) =>
  ({ ids, dryRun }: { ids: string[]; dryRun: boolean }) =>
    ask<typeof officeWorkRoutes.featureWorks>('POST', '/backstage/works/feature', { ids, dryRun, featured })

/** Recommending works, and leaving that. */
export function useFeaturing(): { feature: BulkDeed; unfeature: BulkDeed } {
  const { t } = useTranslation()
  return {
    feature: {
      label: t('worksOffice.feature'),
      consequence: (count) => t('worksOffice.features', { count }),
      done: (count) => t('worksOffice.featured', { count }),
      run: set(true),
      undo: (ids) => set(false)({ ids, dryRun: false }),
    },
    unfeature: {
      label: t('worksOffice.unfeature'),
      consequence: (count) => t('worksOffice.unfeatures', { count }),
      done: (count) => t('worksOffice.unfeatured', { count }),
      run: set(false),
      undo: (ids) => set(true)({ ids, dryRun: false }),
    },
  }
}
