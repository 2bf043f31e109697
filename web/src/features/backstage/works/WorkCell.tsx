import { useTranslation } from 'react-i18next'
import type { BackstageWork } from '@toile/contracts/works/works-backstage'
import { Picture } from '../../../ui/Picture.js'
import { WorkLink } from '../../works/WorkLink.js'

export function WorkCell({ work }: { work: BackstageWork }) {
  const { t } = useTranslation()
  const title = work.title || t('home.noTitle')
  const isPublished = work.state === 'released' && work.visibility === 'public'
  const marks = [
    work.state !== 'released' && t(`works-backstage:states.${work.state}`),
    work.visibility === 'private' && t('works-backstage:visibilities.private'),
    work.hidden && t('works-backstage:is.hidden'),
    work.featured && t('works-backstage:is.featured'),
    work.won && t('works-backstage:won'),
  ].filter((mark) => mark !== false && mark !== null)
  return (
    <div className="work-cell">
      <span className="work-cell-cover">{work.cover && <Picture image={work.cover} sizes="48px" />}</span>
      <div>
        <WorkLink id={isPublished && work.id} title={title} />
        {marks.length > 0 && (
          <ul className="cell-marks">
            {marks.map((mark) => (
              <li key={mark}>{mark}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
