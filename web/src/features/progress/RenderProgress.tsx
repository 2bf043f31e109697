import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { formatTime } from '../../ui/format.js'
import { renderNumber, type LiveRender } from '../renders/live-render.js'
import { RenderState } from '../renders/RenderState.js'

/** One render: its status in large words, how far it is, and the way to all of it. */
export function RenderProgress({ render }: { render: LiveRender }) {
  const { t } = useTranslation()
  const { id, name, number, status, submittedAt } = render
  return (
    <li className="progress-item" data-state={status}>
      <RenderState render={render} />
      <p className="progress-name">
        <Link to={paths.renders({ id })} aria-label={t('renders.open', { number: renderNumber(number), name })}>
          <bdi>{name}</bdi>
        </Link>
        <time className="muted tabular" dateTime={submittedAt}>
          {formatTime(submittedAt)}
        </time>
      </p>
    </li>
  )
}
