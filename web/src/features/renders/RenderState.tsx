import { useTranslation } from 'react-i18next'
import { etaWords } from '../uploads/eta-words.js'
import { useSecondsSince } from '../uploads/use-seconds-since.js'
import { isLiving, renderNumber, type LiveRender } from './live-render.js'
import './render-state.css'

export function RenderState({ render }: { render: LiveRender }) {
  const { t } = useTranslation()
  const { status, awaitingApproval, failure } = render
  const shown = awaitingApproval ? 'awaiting' : status
  return (
    <div className="render-state" data-status={shown}>
      <p className="render-status">{t(`renders.status.${shown}`)}</p>
      {isLiving(status) && !awaitingApproval && <UnderWay render={render} />}
      {status === 'failed' && failure && <p className="render-failure">{failure.message}</p>}
    </div>
  )
}

function UnderWay({ render }: { render: LiveRender }) {
  const { t } = useTranslation()
  const ageSeconds = useSecondsSince(render.etaMs)
  const { number, status, progress, place, eta } = render
  const text = status === 'queued' ? placeWords() : drawnWords()
  return (
    <>
      {status !== 'queued' && (
        <progress aria-label={t('renders.progressOf', { number: renderNumber(number) })} value={progress} />
      )}
      {(text || eta) && (
        <p className="render-line muted tabular">
          {text && <span>{text}</span>}
          {eta && <span>{etaWords(t, eta, ageSeconds)}</span>}
        </p>
      )}
    </>
  )

  function placeWords(): string | undefined {
    if (place === undefined) return undefined
    return place === 1 ? t('stages.next') : t('stages.place', { count: place, ordinal: true })
  }

  /** Several machines draw different frames at once, so the frame number is derived from the total progress. */
  function drawnWords(): string | undefined {
    const { frames, framesDone, samples } = render
    if (status !== 'rendering') return undefined
    const at = (count: number) => Math.min(count, Math.floor(progress * count) + 1)
    if (frames > 1) return t('renders.frameOf', { frame: Math.max(at(frames), framesDone), frames })
    return samples > 1 ? t('renders.sampleOf', { sample: at(samples), samples }) : undefined
  }
}
