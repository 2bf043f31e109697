import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.js'
import { goToSignIn } from '../../lib/request.js'
import { useSession } from '../../lib/session.js'
import { Button } from '../../ui/Button.js'

interface Followed {
  followed: boolean
  followers: number
}

/** `show` gets the new state at once on a press, and later the last state that the server has confirmed. */
export function FollowButton({
  person,
  name,
  variant = 'filled',
  show,
}: {
  person: Followed & { id: string }
  name: string
  /** The button is plain in lists, so that it does not outshine the pictures. */
  variant?: 'filled' | 'plain'
  show: (to: Followed) => void
}) {
  const { t } = useTranslation()
  const session = useSession()
  const wanted = useRef(person.followed)
  const { followed, followers } = person
  const follow = useMutation({
    async mutationFn(before: Followed) {
      let known = before
      try {
        while (known.followed !== wanted.current)
          known = await (wanted.current ? api.follow : api.unfollow)({ id: person.id })
      } finally {
        show(known)
      }
    },
  })
  if (session?.id === person.id) return null
  const press = () => {
    if (!session) return void goToSignIn()
    wanted.current = !followed
    show({ followed: !followed, followers: followers + (followed ? -1 : 1) })
    // A press during a call is sent after the answer. If two calls ran in parallel, the slower call would decide.
    if (!follow.isPending) follow.mutate({ followed, followers })
  }
  return (
    <Button
      variant={followed ? 'plain' : variant}
      className="follow"
      aria-busy={follow.isPending || undefined}
      aria-label={t(followed ? 'people.unfollow' : 'people.followName', { name })}
      onClick={press}
    >
      {t(followed ? 'people.followed' : 'people.follow')}
    </Button>
  )
}
