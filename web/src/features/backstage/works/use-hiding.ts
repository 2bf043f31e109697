import { useTranslation } from 'react-i18next'
import type { officeCommentRoutes } from '@toile/contracts/comments-office'
import type { officeWorkRoutes } from '@toile/contracts/works-office'
import { ask } from '../../../api.js'
import type { BulkDeed } from '../table/table.js'

type Wanted = Parameters<BulkDeed['run']>[0]

const runs = {
  works: {
    hide: (wanted: Wanted) => ask<typeof officeWorkRoutes.hideWorks>('POST', '/backstage/works/hide', wanted),
    unhide: (wanted: Wanted) => ask<typeof officeWorkRoutes.unhideWorks>('POST', '/backstage/works/unhide', wanted),
  },
  comments: {
    hide: (wanted: Wanted) => ask<typeof officeCommentRoutes.hideComments>('POST', '/backstage/comments/hide', wanted),
    unhide: (wanted: Wanted) =>
      ask<typeof officeCommentRoutes.unhideComments>('POST', '/backstage/comments/unhide', wanted),
  },
}

/** Hiding works or comments and showing them again, each the other's way back. */
export function useHiding(kind: 'works' | 'comments'): { hide: BulkDeed; unhide: BulkDeed } {
  const { t } = useTranslation()
  const { hide, unhide } = runs[kind]
  const reason = t('worksOffice.takenBack')
  return {
    hide: {
      label: t('worksOffice.hide'),
      consequence: (count) => t(`worksOffice.hiding.${kind}.hides`, { count }),
      done: (count) => t(`worksOffice.hiding.${kind}.hid`, { count }),
      asksReason: true,
      run: hide,
      undo: (ids) => unhide({ ids, dryRun: false, reason }),
    },
    unhide: {
      label: t('worksOffice.unhide'),
      consequence: (count) => t(`worksOffice.hiding.${kind}.shows`, { count }),
      done: (count) => t(`worksOffice.hiding.${kind}.showed`, { count }),
      asksReason: true,
      run: unhide,
      undo: (ids) => hide({ ids, dryRun: false, reason }),
    },
  }
}
