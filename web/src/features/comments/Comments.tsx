import { useTranslation } from 'react-i18next'
import type { Work } from '@toile/contracts/works'
import { paths } from '../../paths.js'
import { useLocation } from '../../router.js'
import { useSession } from '../../session.js'
import { useLive } from '../../socket.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { LoadFailed } from '../../ui/Notice.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { CommentForm } from './CommentForm.js'
import { CommentItem, pinWords } from './CommentItem.js'
import { usePins } from './pins.js'
import { useAskedComment } from './use-asked-comment.js'
import { useComments } from './use-comments.js'
import './comments.css'
import './comment-pins.css'

/** What people say about a work. A visitor is asked to sign up; new comments come by themselves. */
export function Comments({ work }: { work: Work }) {
  const { t } = useTranslation()
  const session = useSession()
  const { pathname } = useLocation()
  const comments = useComments(work.id)
  const { list } = comments
  useAskedComment(comments)
  const pins = usePins()
  const draft = pins?.draft
  useLive('work:counters', (message) => {
    if (message.workId === work.id && message.comments !== work.counters.comments) void comments.refresh()
  })
  return (
    <section className="comments" aria-labelledby="comments-title">
      <h2 id="comments-title">
        {t('comments.title')} <span className="muted tabular">{work.counters.comments}</span>
      </h2>
      {session ? (
        <>
          {draft && (
            <p className="comment-pinned">
              {pinWords(t, draft)}
              <Button look="quiet" onClick={() => pins?.setDraft(null)}>
                {t('comments.unpin')}
              </Button>
            </p>
          )}
          <CommentForm
            label={t('comments.label')}
            send={t('comments.send')}
            onSend={async (body, key) => {
              const taken = await comments.add({ body, ...(draft && { pin: draft }) }, key)
              if (taken) pins?.setDraft(null)
              return taken
            }}
          />
        </>
      ) : (
        <ButtonLink to={paths.register(pathname)}>{t('comments.signUp')}</ButtonLink>
      )}
      {list.isError && !comments.comments && (
        <LoadFailed text={t('comments.failed')} reason={list.error.message} retry={() => void list.refetch()} />
      )}
      {list.isPending && (
        <div role="status" aria-label={t('app.loading')}>
          <Skeleton height={64} />
        </div>
      )}
      {comments.comments?.length === 0 && <p className="muted">{t('comments.empty')}</p>}
      <ul className="comment-list">
        {comments.comments?.map((comment) => (
          <CommentItem key={comment.id} comment={comment} work={work} comments={comments} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('comments.more')}
        </Button>
      )}
    </section>
  )
}
