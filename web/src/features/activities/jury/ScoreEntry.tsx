import { useTranslation } from 'react-i18next'
import type { Criterion, Scores } from '@toile/contracts/activities/activities'
import type { Entry } from '@toile/contracts/activities/activity-entries'
import { paths } from '../../../lib/paths.js'
import { Link } from '../../../lib/router.js'
import { Button } from '../../../ui/Button.js'
import { EntryStage } from './EntryStage.js'
import { ScoreField } from './ScoreField.js'
import { formatScore, missingOf, weightedScore } from './scores.js'
import { useWholeEntry } from '../entries/use-entries.js'
import type { SaveState } from './use-scores.js'

interface Parts {
  activityId: string
  entry: Entry
  criteria: readonly Criterion[]
  scores: Scores
  state: SaveState
  isOpen: boolean
  position: { number: number; total: number }
  setScore: (criterion: string, points: number) => void
  save: () => void
  /** Goes to the next work (1) or the previous one (-1). */
  go: (by: 1 | -1) => void
}

export function ScoreEntry({
  activityId,
  entry,
  criteria,
  scores,
  state,
  isOpen,
  position,
  setScore,
  save,
  go,
}: Parts) {
  const { t } = useTranslation()
  const weights = criteria.reduce((sum, { weight }) => sum + weight, 0)
  const missing = missingOf(criteria, scores)
  const total = weightedScore(criteria, scores)
  const name = entry.title || t('home.noTitle')
  const { data: whole, isError, refetch } = useWholeEntry(activityId, entry.workId)
  return (
    <div className="score-entry">
      <EntryStage entry={entry} whole={whole} name={name} refresh={() => void refetch()} />
      <div className="score-panel">
        <p className="muted tabular">{t('activities:scoring.number', position)}</p>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p className="muted">
          {entry.creator ? entry.creator.nickname || entry.creator.name : t('activities:hiddenCreator')}
          {entry.open && entry.creator && (
            <>
              {' · '}
              <Link to={paths.work(entry.workId)}>{t('activities:scoring.openWork')}</Link>
            </>
          )}
        </p>
        {whole?.intro && (
          <p className="score-intro" dir="auto">
            {whole.intro}
          </p>
        )}
        {isError && !whole && (
          <p role="alert">
            {t('activities:scoring.wholeFailed')}{' '}
            <Button variant="quiet" onClick={() => void refetch()}>
              {t('app.retry')}
            </Button>
          </p>
        )}
        {criteria.map(({ id, title, weight }) => (
          <ScoreField
            key={id}
            label={title}
            weight={t('activities:weight', { percent: Math.round((100 * weight) / weights) })}
            points={scores[id]}
            disabled={!isOpen}
            setScore={(points) => setScore(id, points)}
          />
        ))}
        <p className="score-total">
          <span>{t('activities:scoring.total')}</span>
          <strong className="tabular">{total === undefined ? '–' : formatScore(total)}</strong>
        </p>
        <p className="score-state" role="status" data-state={state.name}>
          {isOpen && missing > 0 && t('activities:scoring.missing', { count: missing })}
          {missing === 0 && state.name === 'saving' && t('work.saving')}
          {missing === 0 && state.name === 'saved' && t('activities:scoring.saved')}
          {state.name === 'failed' && (
            <>
              {t('activities:scoring.notSaved', { reason: state.message })}{' '}
              <Button variant="quiet" onClick={save}>
                {t('app.retry')}
              </Button>
            </>
          )}
        </p>
        <div className="score-steps">
          <Button onClick={() => go(-1)}>{t('activities:scoring.previous')}</Button>
          <Button variant="filled" onClick={() => go(1)}>
            {t('activities:scoring.next')}
          </Button>
        </div>
      </div>
    </div>
  )
}
