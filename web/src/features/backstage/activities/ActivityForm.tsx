import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { activityLimits } from '@toile/contracts/activities/activities.constants'
import type { BackstageActivity } from '@toile/contracts/activities/activities-backstage'
import type { Failed } from '../../../lib/request.js'
import { Button } from '../../../ui/Button.js'
import { PillInput, FieldGroup, TextField } from '../../../ui/forms/Field.js'
import { Form } from '../../../ui/forms/Form.js'
import { RichTextEditor } from '../../rich-text/RichTextEditor.js'
import { ReasonField } from '../forms/ReasonField.js'
import { CriteriaFields } from './CriteriaFields.js'
import { changesOf, problemsOf, type ActivityDraft } from './draft.js'
import { JurorsField } from './JurorsField.js'
import { ScheduleFields } from './ScheduleFields.js'
import { UnsavedChangesGuard } from '../forms/UnsavedChangesGuard.js'
import { PictureField } from './PictureField.js'
import { PrizeFields } from './PrizeFields.js'

/** What every part of the form gets. */
export interface FormParts {
  draft: ActivityDraft
  edit: (part: Partial<ActivityDraft>) => void
  /** What is wrong, by field. */
  errors: Record<string, readonly string[]>
  /** Why a field can no longer be changed, by field. */
  locked: Readonly<Record<string, string>>
}

/** All that operators say about an activity. What was refused stays as it was typed, with the reason beside it. */
export function ActivityForm({
  start,
  saved,
  locked = {},
  button,
  isNew = false,
  save,
}: {
  start: ActivityDraft
  /** As the server has it; undefined for a new one. */
  saved?: BackstageActivity
  locked?: Readonly<Record<string, string>>
  button: string
  isNew?: boolean
  /** Keeps `draft`, which was `from`, and why. Gives what went wrong. */
  save: (draft: ActivityDraft, from: ActivityDraft, options: { reason: string }) => Promise<Failed | undefined>
}) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [from, setFrom] = useState(start)
  const [draft, setDraft] = useState(start)
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ message: string; fields: FormParts['errors'] }>()
  const isUnsaved = Object.keys(changesOf(from, draft)).length > 0
  const isDirty = isNew || isUnsaved
  const edit = (part: Partial<ActivityDraft>) => setDraft((before) => ({ ...before, ...part }))
  const errors = problem?.fields ?? {}
  useEffect(() => {
    form.current?.querySelector('.field-error')?.closest('.field')?.scrollIntoView({ block: 'center' })
  }, [problem])

  async function submit() {
    // What was so before it was opened, and stays, is the server's to judge.
    const isOld = (field: string) => field === 'criteria' && draft.criteria === from.criteria && !isNew
    const own = Object.entries(problemsOf(draft)).filter(([field]) => !locked[field] && !isOld(field))
    if (own.length > 0) {
      const fields = Object.fromEntries(own.map(([field, key]) => [field, [t(`activities-backstage:problems.${key}`)]]))
      return setProblem({ message: t('activities-backstage:problems.summary'), fields })
    }
    setBusy(true)
    const failed = await save(draft, from, { reason: reason.trim() })
    setBusy(false)
    setProblem(failed)
    if (failed) return
    setFrom(draft)
    setReason('')
  }

  const parts: FormParts = { draft, edit, errors, locked }
  return (
    <Form ref={form} className="activity-form" noValidate submit={submit}>
      <UnsavedChangesGuard isUnsaved={isUnsaved && !isBusy} />
      <TextField
        label={t('activities-backstage:field.title')}
        errors={errors['title']}
        maxLength={activityLimits.maxTitleLength}
        value={draft.title}
        autoComplete="off"
        onChange={(event) => edit({ title: event.target.value })}
      />
      <RichTextEditor
        label={t('activities-backstage:field.summary')}
        hint={t('activities-backstage:hint.summary', { max: activityLimits.maxSummaryLength })}
        errors={errors['summary']}
        output="text"
        value={draft.summary}
        onChange={(summary) => edit({ summary })}
      />
      <RichTextEditor
        label={t('activities-backstage:field.rules')}
        errors={errors['rules']}
        value={draft.rules}
        onChange={(rules) => edit({ rules })}
      />
      <PictureField purpose="banner" {...parts} />
      <PictureField purpose="cover" {...parts} />
      <ScheduleFields {...parts} saved={saved} />
      <PrizeFields {...parts} />
      <CriteriaFields {...parts} />
      <JurorsField {...parts} />
      <TextField
        label={t('activities-backstage:field.maxSubmissions')}
        errors={errors['maxSubmissions']}
        type="number"
        min={1}
        max={activityLimits.maxSubmissions}
        value={draft.maxSubmissions}
        onChange={(event) => edit({ maxSubmissions: event.target.value })}
      />
      <FieldGroup
        label={t('activities-backstage:field.fairness')}
        hint={locked['blind'] ?? t('activities-backstage:hint.fairness')}
        errors={errors['blind']}
      >
        <div className="choices">
          <PillInput
            type="checkbox"
            label={t('activities-backstage:field.blind')}
            disabled={locked['blind'] !== undefined}
            checked={draft.blind}
            onChange={() => edit({ blind: !draft.blind })}
          />
          <PillInput
            type="checkbox"
            label={t('activities-backstage:field.scoresPublished')}
            checked={draft.scoresPublished}
            onChange={() => edit({ scoresPublished: !draft.scoresPublished })}
          />
        </div>
      </FieldGroup>
      {isDirty && !isNew && <ReasonField value={reason} onChange={setReason} />}
      <div className="activity-form-end">
        <p role="alert" className="field-error">
          {problem?.message}
        </p>
        {!isNew && (
          <p className="muted">{isDirty ? t('activities-backstage:unsaved') : t('activities-backstage:allSaved')}</p>
        )}
        <Button type="submit" variant="filled" busy={isBusy} disabled={!isDirty}>
          {button}
        </Button>
      </div>
    </Form>
  )
}
