import { useTranslation } from 'react-i18next'
import type { BackstageComment } from '@toile/contracts/comments/comments-backstage'
import { cutText } from '@toile/contracts/cut-text'
import { commentPlaces } from '@toile/contracts/works/works-backstage.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'
import { HiddenCell, UserCell, ReportsCell, TimeCell } from './cells.js'
import { RowAction } from './RowAction.js'
import { useHiding } from './use-hiding.js'
import { yesNo } from './yes-no.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import { paths } from '../../../lib/paths.js'
import { Link } from '../../../lib/router.js'
import './works-backstage.css'

await loadNamespaces('works-backstage')

const NAME_LENGTH = 40

export function CommentsPage() {
  const { t } = useTranslation()
  const { hide, unhide } = useHiding('comments')
  const nameOf = ({ author, body }: BackstageComment) =>
    `${author.nickname || author.name}: ${cutText(body, NAME_LENGTH)}`
  const columns: ColumnOf<'comments', BackstageComment>[] = [
    { name: 'said', label: t('works-backstage:comment'), cell: (comment) => <CommentTextCell comment={comment} /> },
    {
      name: 'author',
      label: t('works-backstage:author'),
      cell: ({ author }) => <UserCell person={author} />,
    },
    {
      name: 'place',
      label: t('works-backstage:place'),
      cell: (comment) => <CommentTargetCell comment={comment} />,
    },
    {
      name: 'reports',
      label: t('works-backstage:reports'),
      number: true,
      cell: ({ id, openReports }) => <ReportsCell kind="comment" id={id} open={openReports} />,
    },
    {
      name: 'created',
      label: t('works-backstage:at'),
      cell: ({ createdAt }) => <TimeCell at={formatTime(createdAt)} />,
    },
    { name: 'hidden', label: t('works-backstage:hiddenWhy'), cell: ({ hidden }) => <HiddenCell hidden={hidden} /> },
    {
      name: 'actions',
      label: t('backstage:columns.actions'),
      cell: (comment) => <RowAction action={comment.hidden ? unhide : hide} id={comment.id} name={nameOf(comment)} />,
    },
  ]
  return (
    <>
      <PageHeading title={t('works-backstage:commentsTitle')} />
      <p className="muted backstage-about">{t('works-backstage:commentsAbout')}</p>
      <BackstageTable
        name="comments"
        label={t('works-backstage:commentsTitle')}
        columns={columns}
        searchLabel={t('works-backstage:searchComments')}
        filters={[
          {
            name: 'place',
            label: t('works-backstage:place'),
            options: commentPlaces.map((value) => ({ value, label: t(`works-backstage:places.${value}`) })),
          },
          yesNo(t, 'hidden'),
          yesNo(t, 'reported'),
          { name: 'from', label: t('works-backstage:saidFrom'), kind: 'date' },
          { name: 'to', label: t('works-backstage:saidTo'), kind: 'date' },
        ]}
        load={(asked, signal) =>
          backstageApi.listBackstageComments(asked as object, {
            signal,
          })
        }
        bulk={[hide, unhide]}
        nameOf={nameOf}
        empty={<Notice text={t('works-backstage:noComments')} />}
      />
    </>
  )
}

function CommentTextCell({ comment: { body, answers, hidden } }: { comment: BackstageComment }) {
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

function CommentTargetCell({ comment: { id, place, hidden } }: { comment: BackstageComment }) {
  const { t } = useTranslation()
  const title = place.title || t('home.noTitle')
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
