import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import type { Reply } from '@toile/contracts/comments/comments'
import { useSession } from '../../lib/session.js'
import { Button } from '../../ui/Button.js'
import { formatTime } from '../../ui/format.js'
import { clock } from '../videos/clock.js'
import { UserLink } from '../creators/UserLink.js'
import { ReportDialog } from '../reports/ReportDialog.js'
import { CommentBody } from './CommentBody.js'
import { CommentForm } from './CommentForm.js'
import { commentElementId, usePins } from './pins.js'
import { isUnsent } from './unsent.js'
import { useMoreReplies, type AnyComment, type AnyPin, type CommentsOf } from './use-comments.js'

const HiddenNotice = lazy(() => import('../works/HiddenNotice.js'))

export function CommentItem({
  comment,
  ownerId,
  comments,
}: {
  comment: AnyComment
  /** The owner of the commented work. It is undefined for the platform's videos. */
  ownerId: string | undefined
  comments: CommentsOf
}) {
  const { t } = useTranslation()
  const session = useSession()
  const [isReplying, setReplying] = useState(false)
  const name = comment.author?.nickname || comment.author?.name
  const isOpen = !comment.deleted && !comment.hidden && !isUnsent(comment)
  const more = useMoreReplies(comments.key, comment)
  return (
    <li className="comment">
      <CommentArticle comment={comment} ownerId={ownerId} comments={comments}>
        {session && isOpen && !isReplying && (
          <Button variant="quiet" disabled={!session.email_verified_at} onClick={() => setReplying(true)}>
            {t('comments.reply')}
          </Button>
        )}
      </CommentArticle>
      {session && !session.email_verified_at && isOpen && <p className="muted comment-note">{t('comments.verify')}</p>}
      {comment.replies.length > 0 && (
        <ul className="comment-replies">
          {[...comment.replies, ...more.replies].map((reply) => (
            <li key={reply.id} className="comment">
              <CommentArticle comment={reply} ownerId={ownerId} comments={comments} />
            </li>
          ))}
        </ul>
      )}
      {more.canAsk && (
        <Button variant="quiet" busy={more.isBusy} onClick={more.ask}>
          {t('comments.moreReplies')}
        </Button>
      )}
      {isReplying && (
        <CommentForm
          draftKey={`answer ${comment.id}`}
          label={t('comments.replyTo', { name })}
          send={t('comments.sendReply')}
          onCancel={() => setReplying(false)}
          onSend={async (body, key) => {
            await comments.add.mutateAsync({ input: { body, parentId: comment.id }, key })
            setReplying(false)
            // The new reply comes after all other replies, so the next unloaded replies (up to 100) are loaded too.
            if (more.canAsk) more.ask()
          }}
        />
      )}
    </li>
  )
}

export function pinWords(t: TFunction, pin: AnyPin): string {
  if ('seconds' in pin) return t('comments.moment', { at: clock(pin.seconds) })
  const { colourway } = pin
  return colourway === undefined ? t('comments.pinned') : t('comments.pinnedOn', { colourway })
}

function CommentArticle({
  comment,
  ownerId,
  comments,
  children,
}: {
  comment: AnyComment | Reply
  ownerId: string | undefined
  comments: CommentsOf
  children?: React.ReactNode
}) {
  const { t } = useTranslation()
  const session = useSession()
  const [reporting, setReporting] = useState(false)
  const pins = usePins()
  const pin = 'pin' in comment ? comment.pin : null
  if (comment.deleted) return <p className="muted">{t('comments.removed')}</p>
  const mine = session !== undefined && [comment.author?.id, ownerId].includes(session.id)
  const onItsWay = isUnsent(comment)
  return (
    <article id={commentElementId(comment.id)} tabIndex={-1} aria-busy={onItsWay}>
      <p className="comment-line">
        {comment.author ? <UserLink user={comment.author} /> : <span>{t('app.deletedAccount')}</span>}
        <time className="muted" dateTime={comment.createdAt}>
          {onItsWay ? t('comments.sending') : formatTime(comment.createdAt)}
        </time>
      </p>
      {pin && (
        <Button variant="quiet" onClick={() => pins?.ask(pin)}>
          {pinWords(t, pin)}
        </Button>
      )}
      <CommentBody comment={comment} />
      {comment.hidden && (
        <Suspense>
          <HiddenNotice kind="comment" hidden={comment.hidden} mine appealFor={comment.id} />
        </Suspense>
      )}
      <div className="comment-actions">
        {children}
        {mine && !onItsWay && (
          <Button variant="quiet" onClick={() => comments.remove.mutate(comment.id)}>
            {t('common.delete')}
          </Button>
        )}
        {session && session.id !== comment.author?.id && (
          <Button variant="quiet" onClick={() => setReporting(true)}>
            {t('reports.report')}
          </Button>
        )}
      </div>
      {reporting && <ReportDialog kind="comment" id={comment.id} close={() => setReporting(false)} />}
    </article>
  )
}
