import type { TFunction } from 'i18next'
import { backstageApi } from '../../../lib/backstage-api.js'
import type { BulkAction } from '../table/table.js'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** The server skips administrators among the selected users. */
export const bulkUserActions = (t: TFunction): BulkAction[] => {
  const ban = (label: string, consequence: BulkAction['consequence'], until: () => string): BulkAction => ({
    label,
    consequence,
    done: (count) => t('users-backstage:doneBanMany', { count }),
    asksReason: true,
    run: (wanted) => backstageApi.banUsers({ ...wanted, until: until() }),
  })
  return [
    {
      label: t('users-backstage:signOut'),
      consequence: (count) => t('users-backstage:signOutMany', { count }),
      done: (count) => t('users-backstage:doneSignOutMany', { count }),
      asksReason: true,
      run: (wanted) => backstageApi.signOutUsers(wanted),
    },
    ban(
      t('users-backstage:banWeek'),
      (count) => t('users-backstage:banWeekMany', { count }),
      () => inDays(WEEK_DAYS),
    ),
    ban(
      t('users-backstage:banGood'),
      (count) => t('users-backstage:banGoodMany', { count }),
      () => 'never',
    ),
  ]
}
