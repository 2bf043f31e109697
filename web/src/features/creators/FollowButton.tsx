import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../lib/api.js'
import { FAILED, goToSignIn } from '../../lib/request.js'
import { useSession } from '../../lib/session.js'
import { Button } from '../../ui/Button.js'

interface Followed {
  followed: boolean
  followers: number
}

/** Follows a person: at once on screen, taken back when the server refuses. `show` puts it on the screen. */
export function FollowButton({
  person,
  name,
  variant = 'filled',
  show,
}: {
  person: Followed & { id: string }
  name: string
  /** Where it is one of many it does not outshine the pictures. */
  variant?: 'filled' | 'plain'
  show: (to: Followed) => void
}) {
  const { t } = useTranslation()
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const wanted = useRef(person.followed)
  const { followed, followers } = person
  if (session?.id === person.id) return null
  const press = async () => {
    if (!session) return goToSignIn()
    wanted.current = !followed
    show({ followed: !followed, followers: followers + (followed ? -1 : 1) })
    // What was pressed meanwhile is asked for after the answer: calls that pass each other would end as the slower says.
    if (busy) return
    setBusy(true)
    let known: Followed = { followed, followers }
    while (known.followed !== wanted.current) {
      const result = await resultOf((wanted.current ? api.follow : api.unfollow)({ id: person.id }))
      if (result.code === FAILED) break
      known = result.data
    }
    setBusy(false)
    show(known)
  }
  return (
    <Button
      variant={followed ? 'plain' : variant}
      className="follow"
      aria-busy={busy || undefined}
      aria-label={t(followed ? 'people.unfollow' : 'people.followName', { name })}
      onClick={() => void press()}
    >
      {t(followed ? 'people.following' : 'people.follow')}
    </Button>
  )
}
