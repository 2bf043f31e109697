import { useTranslation } from 'react-i18next'
import type { BackstageComment } from '@toile/contracts/comments/comments-backstage'
import { paths } from '../../../lib/paths.js'
import { Link } from '../../../lib/router.js'

/** The text of a comment, below what it replies to. */
export function CommentTextCell({ comment: { body, answers, hidden } }: { comment: BackstageComment }) {
  const { t } = useTranslation()
  return (
    <div className="said-cell" data-hidden={hidden !== null || undefined}>
      {answers && (
        <p className="muted said-before">
          {t('works-backstage:answers', { who: answers.author.nickname || answers.author.name })}{' '}
          {answers.body || t('works-backstage:deleted')}
        </p>
      )}
      <p>{body}</p>
    </div>
  )
}

/** What a comment is on; where everyone can see that, it leads to the comment itself. */
export function CommentTargetCell({ comment: { id, place, hidden } }: { comment: BackstageComment }) {
  const { t } = useTranslation()
  const title = place.title || t('works-backstage:untitled')
  const page = place.kind === 'work' ? paths.work(place.id) : paths.lesson(place.courseId ?? '', place.id)
  return (
    <>
      {place.open ? (
        <Link to={hidden ? page : `${page}#comment-${id}`}>
          <bdi>{title}</bdi>
        </Link>
      ) : (
        title
      )}
      <span className="muted cell-line">{t(`works-backstage:places.${place.kind}`)}</span>
    </>
  )
}
