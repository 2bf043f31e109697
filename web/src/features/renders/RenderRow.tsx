import { useTranslation } from 'react-i18next'
import type { RenderStatus } from '@toile/contracts/renders/renders.constants'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { formatTime } from '../../ui/format.js'
import { DeleteRender } from './DeleteRender.js'
import { duration } from './durations.js'
import { renderNumber, thumbnailOf, type LiveRender } from './live-render.js'
import { RenderState } from './RenderState.js'
import './render-frame.css'

/** Id of the row's link, which gets the focus back when the drawer closes. */
export const rowLinkId = (id: string) => `render-${id}`

export function RenderRow({ render, filter }: { render: LiveRender; filter: RenderStatus | undefined }) {
  const { t } = useTranslation()
  const { id, name, type, engine, costSeconds, submitter, submittedAt } = render
  const number = renderNumber(render.number)
  const thumbnail = thumbnailOf(render)
  return (
    <tr className="render-row">
      <td className="render-picture" data-clear={render.settings.background === 'transparent' || undefined}>
        {thumbnail && <img src={thumbnail} alt="" width={72} height={72} decoding="async" />}
      </td>
      <th scope="row">
        <Link
          id={rowLinkId(id)}
          to={paths.renders({ status: filter, id })}
          preventScrollReset
          aria-label={t('renders.open', { number, name })}
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="muted tabular">{number}</span>
      </th>
      <td data-label={t('renders.column.type')}>
        {t(`renders.types.${type}`)}
        <span className="muted">{t(`renders.engines.${engine}`)}</span>
      </td>
      <td className="render-where">
        <RenderState render={render} />
      </td>
      <td className="tabular" data-label={t('renders.column.cost')}>
        {costSeconds > 0 ? duration(t, costSeconds) : <span className="muted">–</span>}
      </td>
      <td data-label={t('renders.column.submitter')}>
        <bdi>{submitter.nickname}</bdi>
      </td>
      <td className="tabular" data-label={t('renders.column.submitted')}>
        <time dateTime={submittedAt}>{formatTime(submittedAt)}</time>
      </td>
      <td className="render-action">
        <DeleteRender render={render} isSmall />
      </td>
    </tr>
  )
}
