import { useTranslation } from 'react-i18next'
import type { Chapter } from '@toile/contracts/courses/courses'
import { clock } from '../videos/clock.js'

interface ChaptersProps {
  chapters: readonly Chapter[]
  /** Where the video is. */
  at: number
  goTo: (seconds: number) => void
}

/** The chapters of a video; each leads there. */
export function Chapters({ chapters, at, goTo }: ChaptersProps) {
  const { t } = useTranslation()
  const now = chapters.findLastIndex(({ seconds }) => seconds <= at)
  return (
    <nav className="chapters" aria-label={t('learning:chapters')}>
      <ol>
        {chapters.map(({ seconds, title }, i) => (
          <li key={seconds}>
            <button
              type="button"
              aria-current={i === now ? 'step' : undefined}
              aria-label={t('learning:chapter', { title, at: clock(seconds) })}
              onClick={() => goTo(seconds)}
            >
              <span className="tabular">{clock(seconds)}</span>
              <bdi>{title}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
