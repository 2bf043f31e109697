import { useTranslation } from 'react-i18next'
import type { WorkCard } from '@toile/contracts/works/works'
import { formatDate } from '../../ui/format.js'
import { AppealButton } from '../appeals/AppealButton.js'
import './hidden-notice.css'

/** `appealFor` is the id of the hidden work or comment. With it, the owner can appeal. */
export default function HiddenNotice({
  kind = 'work',
  hidden,
  mine,
  appealFor,
}: {
  kind?: 'work' | 'comment'
  hidden: NonNullable<WorkCard['hidden']>
  mine: boolean
  appealFor?: string
}) {
  const { t } = useTranslation()
  return (
    <div className="hidden-notice">
      <div>
        <p>
          <strong>
            {t(
              kind === 'comment' ? 'appeals:hidden.myComment' : mine ? 'appeals:hidden.mine' : 'appeals:hidden.others',
            )}
          </strong>
        </p>
        <p>
          {t('appeals:hidden.why', { date: formatDate(hidden.at) })} <q dir="auto">{hidden.reason}</q>
        </p>
        {mine && kind === 'work' && <p className="muted">{t('appeals:hidden.ways')}</p>}
      </div>
      {mine && appealFor && <AppealButton id={appealFor} />}
    </div>
  )
}
