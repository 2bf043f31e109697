import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preference } from '@toile/contracts/notifications/notifications'
import {
  channelsOf,
  notificationChannels,
  type NotificationKind,
} from '@toile/contracts/notifications/notifications.constants'
import { api } from '../../lib/api.js'
import { isAdmin } from '../../lib/me.js'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { LoadFailed } from '../../ui/Notice.js'
import { Skeleton } from '../../ui/Skeleton.js'
import './preferences.css'

const groups: { name: 'people' | 'things' | 'toile'; kinds: NotificationKind[] }[] = [
  { name: 'people', kinds: ['comment', 'reply', 'mention', 'like', 'follow', 'message'] },
  { name: 'things', kinds: ['upload_ready', 'upload_failed', 'video_ready', 'render_finished', 'render_failed'] },
  { name: 'toile', kinds: ['activity_phase', 'winner', 's_code', 'moderation', 'removal', 'announcement', 'alert'] },
]
/** Notifications of these kinds are sent to administrators only. */
const ofAdministrators: readonly NotificationKind[] = ['alert']
const queryKey = ['preferences']
const mutationKey = ['set-preference']

export function PreferencesForm() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.getPreferences({}, { signal }),
  })
  const preferences = query.data
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Preference,
  })
  const change = useMutation({
    mutationKey,
    mutationFn: (item: Preference) => api.setPreferences({ items: [item] }, { keepalive: true }),
    async onSuccess(saved) {
      // A fetch that began before the change would overwrite it with the old preferences.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, saved)
    },
  })
  const [admin, setAdmin] = useState(false)
  useEffect(() => void isAdmin().then(setAdmin), [])
  const isShown = (kind: NotificationKind) => admin || !ofAdministrators.includes(kind)
  const choiceOf = (kind: NotificationKind) =>
    pending.findLast((one) => one.kind === kind) ?? preferences!.items.find((one) => one.kind === kind)!

  if (query.isError && !preferences) return <LoadFailed text={t('notifications.failed')} of={query} />
  if (!preferences) return <Skeleton height={480} />
  return (
    <>
      <p className="muted">{t('notifications.choose')}</p>
      {!preferences.emailSwitch && (
        <p className="preferences-note" role="note">
          {t('notifications.mailOff')}
          {t('common.sentenceSpace')}
          <Link to={paths.profile}>{t('notifications.toProfile')}</Link>
        </p>
      )}
      <table className="preferences">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('notifications.kind')}</span>
            </th>
            {notificationChannels.map((channel) => (
              <th key={channel} scope="col">
                {t(`notifications.channels.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ name, kinds }) => (
          <tbody key={name}>
            <tr>
              <th colSpan={5} scope="rowgroup" className="preferences-group">
                {t(`notifications.groups.${name}`)}
              </th>
            </tr>
            {kinds.filter(isShown).map((kind) => (
              <PreferenceRow key={kind} item={choiceOf(kind)} change={change.mutate} />
            ))}
          </tbody>
        ))}
      </table>
    </>
  )
}

function PreferenceRow({ item, change }: { item: Preference; change: (item: Preference) => void }) {
  const { t } = useTranslation()
  const name = t(`notifications.kinds.${item.kind}`)
  return (
    <tr>
      <th scope="row">{name}</th>
      {notificationChannels.map((channel) => (
        <td key={channel}>
          {channelsOf(item.kind).includes(channel) && (
            <label>
              <input
                type="checkbox"
                checked={item[channel]}
                onChange={(event) => change({ ...item, [channel]: event.target.checked })}
                aria-label={`${name}: ${t(`notifications.channels.${channel}`)}`}
              />
            </label>
          )}
        </td>
      ))}
    </tr>
  )
}
