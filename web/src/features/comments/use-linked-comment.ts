import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from '../../lib/router.js'
import type { CommentsOf } from './use-comments.js'

/** Pages that are looked through for a comment; whoever follows a link to an older one is shown the newest instead. */
const MOST_PAGES = 8

/** A link to one comment (`#comment-ID`) leads to it, once, however late the comments come. */
export function useLinkedComment({ list, comments }: CommentsOf): void {
  const { hash, key } = useLocation()
  const done = useRef<string>(undefined)
  const show = useEffectEvent(() => {
    if (!hash.startsWith('#comment-') || done.current === key || list.isFetching || !comments) return
    const element = document.getElementById(hash.slice(1))
    if (!element && list.hasNextPage && list.data!.pages.length < MOST_PAGES) return void list.fetchNextPage()
    done.current = key
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  })
  useEffect(() => show(), [comments, hash, key, list.isFetching])
}
