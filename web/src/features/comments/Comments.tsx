import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommentInput, VideoCommentInput } from '@toile/contracts/comments/comments'
import { paths } from '../../lib/paths.js'
import { useLocation } from '../../lib/router.js'
import { useSession } from '../../lib/session.js'
import { useLive } from '../../lib/socket.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { MoreButton } from '../../ui/MoreButton.js'
import { LoadFailed } from '../../ui/Notice.js'
import { Loading } from '../../ui/Skeleton.js'
import { CommentForm } from './CommentForm.js'
import { CommentItem, pinWords } from './CommentItem.js'
import { usePins } from './pins.js'
import { useComments, type CommentTarget, type CommentsOf } from './use-comments.js'
import './comments.css'
import './comment-pins.css'

interface CommentsProps {
  on: CommentTarget
  count: number
  ownerId?: string
  tools?: ReactNode
}

/** New comments on works appear live, but new comments on videos do not. */
export function Comments({ on, count, ownerId, tools }: CommentsProps) {
  const { t } = useTranslation()
  const session = useSession()
  const { pathname, search } = useLocation()
  const comments = useComments(on)
  const { list } = comments
  useLinkedComment(comments)
  const pins = usePins()
  const draft = pins?.draft
  useLive('work:counters', (message) => {
    if (message.workId === on.id && message.comments !== count) void comments.refresh()
  })
  return (
    <section className="comments" aria-labelledby="comments-title">
      <h2 id="comments-title">
        {t('comments.title')} <span className="muted tabular">{count}</span>
      </h2>
      {session ? (
        <>
          {draft && (
            <p className="comment-pinned">
              {pinWords(t, draft)}
              <Button variant="quiet" onClick={() => pins?.setDraft(null)}>
                {t('seconds' in draft ? 'comments.noMoment' : 'comments.unpin')}
              </Button>
            </p>
          )}
          {!draft && tools}
          <CommentForm
            draftKey={`comment ${on.kind} ${on.id}`}
            label={t('comments.label')}
            send={t('comments.send')}
            onSend={async (body, key) => {
              const input = { body, ...(draft && { pin: draft }) } as CommentInput | VideoCommentInput
              await comments.add.mutateAsync({ input, key })
              pins?.setDraft(null)
            }}
          />
        </>
      ) : (
        <ButtonLink to={paths.register(pathname + search)}>{t('comments.signUp')}</ButtonLink>
      )}
      {list.isError && !comments.comments && <LoadFailed text={t('comments.failed')} of={list} />}
      {list.isPending && <Loading height={64} />}
      {comments.comments?.length === 0 && <p className="muted">{t('comments.empty')}</p>}
      <ul className="comment-list">
        {comments.comments?.map((comment) => (
          <CommentItem key={comment.id} comment={comment} ownerId={ownerId} comments={comments} />
        ))}
      </ul>
      <MoreButton list={list} label={t('comments.more')} />
    </section>
  )
}

/** At most this many pages of the list are loaded to find a linked comment. The page scrolls to no older comment. */
const MOST_PAGES = 8

/** Loads pages until the comment in the address (`#comment-ID`) is found, then scrolls to it once and focuses it. */
function useLinkedComment({ list, comments }: CommentsOf): void {
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
