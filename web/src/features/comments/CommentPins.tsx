import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pin } from '@toile/contracts/comments/comments'
import { cutText } from '@toile/contracts/cut-text'
import { api } from '../../lib/api.js'
import { useNavigate } from '../../lib/router.js'
import { useSession } from '../../lib/session.js'
import { useScreenPositions } from '../../viewer/hotspots/use-screen-positions.js'
import type { Orbit } from '../../viewer/orbit.js'
import type { ViewerParts } from '../../viewer/Viewer.js'
import { AddPointButton } from '../works/work-page/AddPointButton.js'
import { commentElementId, usePins } from './pins.js'
import { commentsKey } from './use-comments.js'
import './comment-pins.css'

/** When the view moves to a point, the distance of the camera is multiplied by this factor. */
const NEARER = 0.5

export function CommentPins({ workId, parts }: { workId: string; parts: ViewerParts }) {
  const { t } = useTranslation()
  const { orbit, drawn, host, appearance, changeAppearance } = parts
  const signedIn = useSession() !== undefined
  const pins = usePins()
  const navigate = useNavigate()
  const { data } = useQuery({
    // The key begins with the key of the comments, so that both queries are invalidated together.
    queryKey: [...commentsKey({ kind: 'works', id: workId }), 'pins'],
    queryFn: ({ signal }) => api.listPins({ id: workId }, { signal }),
  })
  const points = useMemo(() => (data?.items ?? []).map(({ pin }) => pin.point), [data])
  const markAt = useScreenPositions(orbit, drawn, points)

  const asked = pins?.asked
  useEffect(() => {
    if (!asked || !('point' in asked)) return
    if (asked.colourway !== undefined) changeAppearance({ colourway: asked.colourway })
    orbit.follow(poseBefore(orbit, asked))
    host.current?.scrollIntoView({ block: 'center' })
    host.current?.focus({ preventScroll: true })
  }, [asked, orbit])

  /** If the comment is not loaded yet, its id goes into the address, and useLinkedComment() loads pages to find it. */
  const toComment = (id: string) => {
    const element = document.getElementById(commentElementId(id))
    if (element) element.focus()
    else void navigate({ hash: commentElementId(id) }, { replace: true, preventScrollReset: true })
  }

  if (!pins) return null
  return (
    <>
      {signedIn && (
        <AddPointButton
          parts={parts}
          label={t('comments.pin')}
          onPoint={(point) => {
            pins.setDraft({ ...point, ...(appearance.colourway !== null && { colourway: appearance.colourway }) })
            document.querySelector<HTMLElement>('.comments textarea')?.focus()
          }}
        />
      )}
      <ul className="comment-pins">
        {data?.items.map(({ id, excerpt }, i) => (
          <li key={id} ref={markAt(i)} className="hotspot">
            <button
              type="button"
              className="hotspot-mark comment-pin"
              aria-label={t('comments.toComment', { text: cutText(excerpt, 60) })}
              title={excerpt}
              onClick={() => toComment(id)}
            >
              <span aria-hidden="true">“</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function poseBefore(orbit: Orbit, { point, normal }: Pin) {
  const pose = orbit.pose()
  const [nearest, farthest] = pose.reach
  const now = Math.hypot(...pose.position.map((value, i) => value - pose.target[i]!))
  const distance = Math.min(farthest, Math.max(nearest, now * NEARER))
  const [x, y, z] = point.map((value, i) => value + normal[i]! * distance) as [number, number, number]
  return { ...pose, target: point, position: [x, y, z] as [number, number, number] }
}
