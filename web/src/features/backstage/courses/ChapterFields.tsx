import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chapter } from '@toile/contracts/courses/courses'
import { MAX_CHAPTERS, MAX_CHAPTER_TITLE_LENGTH } from '@toile/contracts/courses/courses.constants'
import { Button } from '../../../ui/Button.js'
import { FieldGroup } from '../../../ui/forms/Field.js'
import { clock } from '../../videos/clock.js'

interface ChapterFieldsProps {
  chapters: readonly Chapter[]
  durationSeconds: number
  errors: readonly string[] | undefined
  onChange: (chapters: Chapter[], areRead: boolean) => void
}

export function ChapterFields({ chapters, durationSeconds, errors, onChange }: ChapterFieldsProps) {
  const { t } = useTranslation()
  const [rows, setRows] = useState(() => chapters.map(({ seconds, title }) => ({ at: timeOf(seconds), title })))
  function change(after: typeof rows) {
    setRows(after)
    const read = after.map(({ at, title }) => ({ seconds: parseTimestamp(at), title }))
    const known = read.filter((row): row is Chapter => row.seconds !== undefined)
    onChange(known, known.length === read.length)
  }
  const set = (i: number, part: Partial<(typeof rows)[number]>) => change(rows.with(i, { ...rows[i]!, ...part }))
  return (
    <FieldGroup
      label={t('content-backstage:backstageCourses.chapters')}
      hint={t('content-backstage:backstageCourses.chaptersHint', { length: clock(durationSeconds) })}
      errors={errors}
    >
      <ol className="chapter-fields">
        {rows.map(({ at, title }, i) => (
          <li key={i}>
            <input
              className="input tabular"
              aria-label={t('content-backstage:backstageCourses.chapterAt', { number: i + 1 })}
              aria-invalid={at !== '' && parseTimestamp(at) === undefined}
              inputMode="numeric"
              placeholder="0:00"
              value={at}
              onChange={(event) => set(i, { at: event.target.value })}
            />
            <input
              className="input"
              aria-label={t('content-backstage:backstageCourses.chapterTitle', { number: i + 1 })}
              maxLength={MAX_CHAPTER_TITLE_LENGTH}
              value={title}
              onChange={(event) => set(i, { title: event.target.value })}
            />
            <Button
              variant="quiet"
              aria-label={t('content-backstage:backstageCourses.removeChapter', { number: i + 1 })}
              onClick={() => change(rows.toSpliced(i, 1))}
            >
              ✕
            </Button>
          </li>
        ))}
      </ol>
      <Button
        className="button-small"
        disabled={rows.length >= MAX_CHAPTERS}
        onClick={() => change([...rows, { at: rows.length === 0 ? '0:00' : '', title: '' }])}
      >
        {t('content-backstage:backstageCourses.addChapter')}
      </Button>
    </FieldGroup>
  )
}

/** Formats a start time with up to three decimals: "1:05.5". */
function timeOf(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const fraction = ms % 1000 === 0 ? '' : String((ms % 1000) / 1000).slice(1)
  return clock(Math.floor(ms / 1000)) + fraction
}

/** Parses "65", "1:05", "0:01:05" or "1:05.5" to seconds. Any other text gives undefined. */
function parseTimestamp(text: string): number | undefined {
  const parts = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5}(?:\.\d{1,3})?)$/.exec(text.trim())
  if (!parts) return undefined
  const [hours, minutes, seconds] = [Number(parts[1] ?? 0), Number(parts[2] ?? 0), Number(parts[3])]
  // Seconds after minutes, and minutes after hours, must be below 60.
  if ((parts[2] !== undefined && seconds >= 60) || (parts[1] !== undefined && minutes >= 60)) return undefined
  return hours * 3600 + minutes * 60 + seconds
}
