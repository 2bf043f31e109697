import { useTranslation } from 'react-i18next'
import type { Entry } from '@toile/contracts/activities/activity-entries'
import { imageSizes } from '@toile/contracts/images/images.constants'
import { Picture } from '../../ui/Picture.js'
import { WorkLink } from '../works/WorkLink.js'
import { UserLink } from '../creators/UserLink.js'
import { EntryTile } from './entries/EntryTile.js'
import { formatMoney } from './money.js'
import { formatScore } from './jury/scores.js'

const ratio = imageSizes.cover.width / imageSizes.cover.height
const STEPS = 3

export function Podium({ winners }: { winners: readonly Entry[] }) {
  const { t } = useTranslation()
  const more = winners.slice(STEPS)
  return (
    <section aria-label={t('activities:winners.podium')}>
      <ol className="podium">
        {winners.slice(0, STEPS).map((entry, at) => (
          <Step key={entry.id} entry={entry} first={at === 0} isTied={isTied(entry, winners)} />
        ))}
      </ol>
      {more.length > 0 && (
        <ul className="tiles podium-more">
          {more.map((entry) => (
            <EntryTile key={entry.id} entry={entry} heading="h3">
              {entry.award && entry.award.bonus.amount > 0 && (
                <p className="podium-bonus tabular">{formatMoney(entry.award.bonus)}</p>
              )}
            </EntryTile>
          ))}
        </ul>
      )}
    </section>
  )
}

const isTied = (entry: Entry, winners: readonly Entry[]) =>
  winners.filter(({ award }) => award?.rank === entry.award?.rank).length > 1

function Step({ entry, first, isTied: tied }: { entry: Entry; first: boolean; isTied: boolean }) {
  const { t } = useTranslation()
  const { title, cover, creator, award, open, workId, score } = entry
  const name = title || t('home.noTitle')
  return (
    <li className="podium-step" data-rank={award?.rank}>
      <div className="tile-cover" style={{ aspectRatio: ratio }}>
        {cover && <Picture image={cover} sizes={first ? '440px' : '320px'} first={first} />}
      </div>
      <p className="podium-rank">
        <span className="podium-number tabular">{award?.rank}</span> <bdi>{award?.title}</bdi>
        {tied && award && <span className="muted"> {t('activities:winners.tie', { rank: award.rank })}</span>}
      </p>
      <h3>
        <WorkLink id={open && workId} title={name} />
      </h3>
      <p className="podium-who">
        {creator ? <UserLink user={creator} /> : <span className="muted">{t('app.deletedAccount')}</span>}
      </p>
      {award && award.bonus.amount > 0 && <p className="podium-bonus tabular">{formatMoney(award.bonus)}</p>}
      {score !== null && (
        <p className="muted tabular">{t('activities:winners.score', { score: formatScore(score) })}</p>
      )}
    </li>
  )
}
