import Checkbox from 'antd/es/checkbox'
import { useEffect, useRef } from 'react'
import type { Path } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { activityLimits, activityMoments } from '@toile/contracts/activities/activities.constants'
import type { BackstageActivity } from '@toile/contracts/activities/activities-backstage'
import { Button } from '../../../ui/Button.js'
import { FieldGroup, TextField } from '../../../ui/forms/Field.js'
import { RichTextEditor } from '../../rich-text/RichTextEditor.js'
import { ReasonField } from '../forms/ReasonField.js'
import { useBackstageForm } from '../forms/use-backstage-form.js'
import { CriteriaFields } from './CriteriaFields.js'
import { changesOf, problemsOf, type ActivityDraft } from './draft.js'
import { JurorsField } from './JurorsField.js'
import { ScheduleFields } from './ScheduleFields.js'
import { UnsavedChangesGuard } from '../forms/UnsavedChangesGuard.js'
import { PictureField } from './PictureField.js'
import { PrizeFields } from './PrizeFields.js'

export interface FormParts {
  draft: ActivityDraft
  edit: (part: Partial<ActivityDraft>) => void
  errorsOf: (name: string) => string[]
  locked: Readonly<Record<string, string>>
}

const aliases: Readonly<Record<string, Path<ActivityDraft>>> = {
  ...{ bannerId: 'banner', coverId: 'cover', jurorIds: 'jurors' },
  ...Object.fromEntries(activityMoments.map((name) => [name, `moments.${name}` as const])),
}

export function ActivityForm({
  start,
  saved,
  locked = {},
  button,
  isNew = false,
  send,
  onSent,
}: {
  start: ActivityDraft
  saved?: BackstageActivity
  locked?: Readonly<Record<string, string>>
  button: string
  isNew?: boolean
  send: (draft: ActivityDraft, options: { reason: string }) => Promise<BackstageActivity>
  onSent: (activity: BackstageActivity) => unknown
}) {
  const { t } = useTranslation()
  const element = useRef<HTMLFormElement>(null)
  const { form, formProps, isBusy, isUnsaved, problem, reasonField, ...rest } = useBackstageForm({
    values: start,
    aliases,
    showsProblem: true,
    summary: t('activities-backstage:problems.summary'),
    check(draft) {
      // Unedited criteria of a saved activity are not sent, so they are not checked.
      const isOld = (field: string) => field === 'criteria' && !isNew && !('criteria' in changesOf(start, draft))
      const own = Object.entries(problemsOf(draft)).filter(([field]) => !locked[field] && !isOld(field))
      return Object.fromEntries(own.map(([field, key]) => [field, t(`activities-backstage:problems.${key}`)]))
    },
    send: (draft, _, options) => send(draft, options),
    onSent,
  })
  const { submitCount } = form.formState
  const draft = form.watch()
  const edit = (part: Partial<ActivityDraft>) => {
    for (const [name, value] of Object.entries(part))
      form.setValue(name as keyof ActivityDraft, value, { shouldDirty: true })
  }
  const errorsOf = (name: string) => rest.errorsOf(aliases[name] ?? (name as keyof ActivityDraft))
  useEffect(() => {
    const field = element.current?.querySelector('.field-error')?.closest('.field')
    field?.scrollIntoView({ block: 'center' })
    field?.querySelector<HTMLElement>('input:not([type=file]), [role=textbox]')?.focus({ preventScroll: true })
  }, [problem, submitCount])

  const isDirty = isNew || isUnsaved
  const parts: FormParts = { draft, edit, errorsOf, locked }
  return (
    <form ref={element} className="activity-form" {...formProps}>
      <UnsavedChangesGuard isUnsaved={isUnsaved && !isBusy} />
      <TextField
        label={t('activities-backstage:field.title')}
        maxLength={activityLimits.maxTitleLength}
        autoComplete="off"
        {...rest.field('title')}
      />
      <RichTextEditor
        label={t('activities-backstage:field.summary')}
        hint={t('activities-backstage:hint.summary', { max: activityLimits.maxSummaryLength })}
        errors={errorsOf('summary')}
        output="text"
        value={draft.summary}
        onChange={(summary) => edit({ summary })}
      />
      <RichTextEditor
        label={t('activities-backstage:field.rules')}
        errors={errorsOf('rules')}
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
        errors={errorsOf('maxSubmissions')}
        type="number"
        min={1}
        max={activityLimits.maxSubmissions}
        value={draft.maxSubmissions}
        onChange={(event) => edit({ maxSubmissions: event.target.value })}
      />
      <FieldGroup
        label={t('activities-backstage:field.fairness')}
        hint={locked['blind'] ?? t('activities-backstage:hint.fairness')}
        errors={errorsOf('blind')}
      >
        <div className="choices">
          <Checkbox
            disabled={locked['blind'] !== undefined}
            checked={draft.blind}
            onChange={() => edit({ blind: !draft.blind })}
          >
            {t('activities-backstage:field.blind')}
          </Checkbox>
          <Checkbox checked={draft.scoresPublished} onChange={() => edit({ scoresPublished: !draft.scoresPublished })}>
            {t('activities-backstage:field.scoresPublished')}
          </Checkbox>
        </div>
      </FieldGroup>
      {isDirty && !isNew && <ReasonField {...reasonField} />}
      <div className="activity-form-end">
        <p role="alert" className="field-error">
          {problem?.message}
        </p>
        {!isNew && <p className="muted">{isDirty ? t('common.unsaved') : t('activities-backstage:allSaved')}</p>}
        <Button type="submit" variant="filled" busy={isBusy} disabled={!isDirty}>
          {button}
        </Button>
      </div>
    </form>
  )
}
