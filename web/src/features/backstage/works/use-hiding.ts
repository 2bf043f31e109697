import { useTranslation } from 'react-i18next'
import { backstageApi } from '../../../lib/backstage-api.js'
import type { BulkAction } from '../table/table.js'

type Wanted = Parameters<BulkAction['run']>[0]

const runs = {
  works: {
    hide: (wanted: Wanted) => backstageApi.hideWorks(wanted),
    unhide: (wanted: Wanted) => backstageApi.unhideWorks(wanted),
  },
  comments: {
    hide: (wanted: Wanted) => backstageApi.hideComments(wanted),
    unhide: (wanted: Wanted) => backstageApi.unhideComments(wanted),
  },
}

export function useHiding(kind: 'works' | 'comments'): { hide: BulkAction; unhide: BulkAction } {
  const { t } = useTranslation()
  const { hide, unhide } = runs[kind]
  const reason = t('backstage:action.undone')
  return {
    hide: {
      label: t('common.hide'),
      consequence: (count) => t(`works-backstage:hiding.${kind}.hides`, { count }),
      done: (count) => t(`works-backstage:hiding.${kind}.hid`, { count }),
      asksReason: true,
      run: hide,
      undo: (ids) => unhide({ ids, dryRun: false, reason }),
    },
    unhide: {
      label: t('works-backstage:unhide'),
      consequence: (count) => t(`works-backstage:hiding.${kind}.shows`, { count }),
      done: (count) => t(`works-backstage:hiding.${kind}.showed`, { count }),
      asksReason: true,
      run: unhide,
      undo: (ids) => hide({ ids, dryRun: false, reason }),
    },
  }
}
