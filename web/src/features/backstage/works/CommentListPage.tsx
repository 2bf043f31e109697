import './words.js'
import { useTranslation } from 'react-i18next'
import type { OfficeComment, officeCommentRoutes } from '@toile/contracts/comments-office'
import { cutText } from '@toile/contracts/cut-text'
import { commentPlaces } from '@toile/contracts/works-office.constants'
import { ask } from '../../../api.js'
import { formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { OfficeTable } from '../table/OfficeTable.js'
import type { ColumnOf } from '../table/table.js'
import { HiddenCell, PersonCell, ReportsCell, TimeCell } from './cells.js'
import { PlaceCell, SaidCell } from './comment-cells.js'
import { RowDeed } from './RowDeed.js'
import { useHiding } from './use-hiding.js'
import { yesNo } from './yes-no.js'
import './works-office.css'

/** Characters of a comment that name it, in the question about it. */
const NAME_LENGTH = 40

/** All comments with where they stand; hidden with a reason, and shown again. */
export function CommentListPage() {
  const { t } = useTranslation()
  const { hide, unhide } = useHiding('comments')
  const nameOf = ({ author, body }: OfficeComment) => `${author.nickname || author.name}: ${cutText(body, NAME_LENGTH)}`
  const columns: ColumnOf<'comments', OfficeComment>[] = [
    { name: 'said', label: t('worksOffice.comment'), cell: (comment) => <SaidCell comment={comment} /> },
    {
      name: 'author',
      label: t('worksOffice.author'),
      sortable: true,
      cell: ({ author }) => <PersonCell person={author} />,
    },
    {
      name: 'place',
      label: t('worksOffice.place'),
      sortable: true,
      cell: (comment) => <PlaceCell comment={comment} />,
    },
    {
      name: 'reports',
      label: t('worksOffice.reports'),
      sortable: true,
      number: true,
      cell: ({ id, openReports }) => <ReportsCell kind="comment" id={id} open={openReports} />,
    },
    {
      name: 'created',
      label: t('worksOffice.at'),
      sortable: true,
      cell: ({ createdAt }) => <TimeCell at={formatTime(createdAt)} />,
    },
    { name: 'hidden', label: t('worksOffice.hiddenWhy'), cell: ({ hidden }) => <HiddenCell hidden={hidden} /> },
    {
      name: 'deeds',
      label: t('worksOffice.deeds'),
      cell: (comment) => <RowDeed deed={comment.hidden ? unhide : hide} id={comment.id} name={nameOf(comment)} />,
    },
  ]
  return (
    <>
      <PageHeading title={t('worksOffice.commentsTitle')} />
      <p className="muted office-about">{t('worksOffice.commentsAbout')}</p>
      <OfficeTable
        name="comments"
        label={t('worksOffice.commentsTitle')}
        columns={columns}
        searchLabel={t('worksOffice.searchComments')}
        filters={[
          {
            name: 'place',
            label: t('worksOffice.place'),
            options: commentPlaces.map((value) => ({ value, label: t(`worksOffice.places.${value}`) })),
          },
          yesNo(t, 'hidden'),
          yesNo(t, 'reported'),
          { name: 'from', label: t('worksOffice.saidFrom'), kind: 'date' },
          { name: 'to', label: t('worksOffice.saidTo'), kind: 'date' },
        ]}
        load={(asked, signal) =>
          ask<typeof officeCommentRoutes.listOfficeComments>('GET', '/backstage/comments', asked as object, { signal })
        }
        bulk={[hide, unhide]}
        nameOf={nameOf}
        empty={<Notice text={t('worksOffice.noComments')} />}
      />
    </>
  )
}
