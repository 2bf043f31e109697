import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { creatorRoutes } from '@toile/contracts/creators'
import { call, FAILED, goToSignIn } from '../../api.js'
import { useSession } from '../../session.js'
import { Button } from '../../ui/Button.js'

interface Followed {
  followed: boolean
  followers: number
}

/** Follows a person: at once on screen, taken back when the server refuses. `show` puts it on the screen. */
export function FollowButton({
  person,
  name,
  look = 'filled',
  show,
}: {
  person: Followed & { id: string }
  name: string
  /** Where it is one of many it does not outshine the pictures. */
  look?: 'filled' | 'plain'
  show: (to: Followed) => void
}) {
  const { t } = useTranslation()
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const { followed, followers } = person
  if (session?.id === person.id) return null
  const press = async () => {
    if (!session) return goToSignIn()
    setBusy(true)
    show({ followed: !followed, followers: followers + (followed ? -1 : 1) })
    const method = (followed ? 'DELETE' : 'PUT') as 'PUT'
    const answer = await call<typeof creatorRoutes.follow>(method, `/users/${person.id}/follow`)
    setBusy(false)
    show(answer.code === FAILED ? { followed, followers } : answer.data)
  }
  return (
    <Button
      look={followed ? 'plain' : look}
      className="follow"
      aria-busy={busy || undefined}
      aria-label={t(followed ? 'people.unfollow' : 'people.followName', { name })}
      onClick={() => !busy && void press()}
    >
      {t(followed ? 'people.following' : 'people.follow')}
    </Button>
  )
}
