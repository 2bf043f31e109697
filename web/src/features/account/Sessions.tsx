import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Session } from '@toile/contracts/sessions/sessions'
import { api } from '../../lib/api.js'
import { signOut } from './sign-out.js'
import { Button } from '../../ui/Button.js'
import { formatTime } from '../../ui/format.js'
import { LoadFailed } from '../../ui/Notice.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { toast } from '../../ui/toasts/toasts.js'
import { deviceOf } from './device.js'

export function Sessions() {
  const { t } = useTranslation()
  const list = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.listSessions({}, { signal }),
    staleTime: 0,
  })
  const end = useMutation({
    mutationFn: ({ id }: Session) => api.endSession({ id }),
    onSuccess: () => toast('success', t('account.sessionEnded')),
    onSettled: () => void list.refetch(),
  })

  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{t('account.sessions')}</h2>
      {list.isError && !list.data && <LoadFailed text={t('account.sessionsFailed')} of={list} reason="" />}
      {list.isPending && <Skeleton height={72} />}
      <ul>
        {list.data?.items.map((session) => {
          const known = deviceOf(session.userAgent)
          const device = known ? t('account.deviceOn', known) : session.userAgent || t('account.unknownDevice')
          const at = formatTime(session.lastSeenAt)
          return (
            <li key={session.id} className="profile-row">
              <div>
                <strong>{device}</strong>
                <p className="muted">{session.current ? t('account.thisDevice') : t('account.lastSeen', { at })}</p>
              </div>
              <Button
                busy={end.isPending && end.variables.id === session.id}
                aria-label={t('account.endSessionOf', { device, at })}
                onClick={() => (session.current ? void signOut() : end.mutate(session))}
              >
                {t('app.signOut')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
