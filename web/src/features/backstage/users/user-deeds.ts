import type { TFunction } from 'i18next'
import type { officeUserRoutes } from '@toile/contracts/users-office'
import { ask } from '../../../api.js'
import type { BulkDeed } from '../table/table.js'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

/** So many days from now, as the API takes the end of a ban. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** What can be done to many people at once; administrators are skipped by the server. */
export const bulkUserDeeds = (t: TFunction): BulkDeed[] => {
  const ban = (label: string, consequence: BulkDeed['consequence'], until: () => string): BulkDeed => ({
    label,
    consequence,
    done: (count) => t('officePeople.doneBanMany', { count }),
    asksReason: true,
    run: (wanted) =>
      ask<typeof officeUserRoutes.banUsers>('POST', '/backstage/users/bulk-ban', { ...wanted, until: until() }),
  })
  return [
    {
      label: t('officePeople.signOut'),
      consequence: (count) => t('officePeople.signOutMany', { count }),
      done: (count) => t('officePeople.doneSignOutMany', { count }),
      asksReason: true,
      run: (wanted) => ask<typeof officeUserRoutes.signOutUsers>('POST', '/backstage/users/bulk-sign-out', wanted),
    },
    ban(
      t('officePeople.banWeek'),
      (count) => t('officePeople.banWeekMany', { count }),
      () => inDays(WEEK_DAYS),
    ),
    ban(
      t('officePeople.banGood'),
      (count) => t('officePeople.banGoodMany', { count }),
      () => 'never',
    ),
  ]
}
