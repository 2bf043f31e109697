import { useId, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { newId } from '@toile/contracts/ids'
import type { Render, RenderInput } from '@toile/contracts/renders/renders'
import { renderEngines, renderNameLength, renderTypes } from '@toile/contracts/renders/renders.constants'
import { api } from '../../../lib/api.js'
import { textWithin, useApiForm } from '../../../lib/forms/api-form.js'
import { navigateTo } from '../../../lib/navigation.js'
import { paths } from '../../../lib/paths.js'
import { useSession } from '../../../lib/session.js'
import { Button } from '../../../ui/Button.js'
import { Dialog } from '../../../ui/dialogs/Dialog.js'
import { TextField } from '../../../ui/forms/Field.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ResendMail } from '../../login/verification/ResendMail.js'
import { renderNumber, thumbnailOf } from '../live-render.js'
import { ProblemText } from '../../../ui/ProblemText.js'
import { AppearanceFields } from './AppearanceFields.js'
import { RadioPills } from './RadioPills.js'
import {
  formOfAppearance,
  formOfRender,
  inputOf,
  qualities,
  qualityNames,
  type Quality,
  type RenderForm,
} from './render-form.js'
import { wrongFields } from './render-limits.js'
import { RenderEstimate } from './RenderEstimate.js'
import { RenderFraming } from './RenderFraming.js'
import type { ViewerSnapshot } from './SendToCloud.js'
import { ShapeFields } from './ShapeFields.js'
import { SideFields } from './SideFields.js'
import { useMissingEngines } from './use-engines.js'
import './render-dialog.css'

export interface RenderDialogProps {
  source: RenderInput['source']
  /** The initial values: the viewer's state (null without a viewer), or the settings of an earlier render. */
  from: { name: string; seen: ViewerSnapshot | null } | { render: Render }
  colourways?: readonly string[]
  close: () => void
}

export interface FieldsProps extends Pick<ReturnType<typeof useApiForm<RenderForm, Render>>, 'field' | 'errorsOf'> {
  form: RenderForm
  change: (part: Partial<RenderForm>) => void
}

export default function RenderDialog({ source, from, colourways = [], close }: RenderDialogProps) {
  const { t } = useTranslation()
  const needsId = useId()
  const again = 'render' in from
  const seen = again ? null : from.seen
  const [first] = useState(() =>
    again ? formOfRender(from.render) : formOfAppearance(from.name, seen?.pose ?? null, seen?.appearance ?? null),
  )
  const queryClient = useQueryClient()
  const isVerified = Boolean(useSession()?.email_verified_at)
  const missing = useMissingEngines()
  /** Replaces an unavailable engine, because the server would refuse it. Keeps the engine if no other is available. */
  const withEngine = (form: RenderForm): RenderForm =>
    missing.includes(form.engine)
      ? { ...form, engine: renderEngines.find((one) => !missing.includes(one)) ?? form.engine }
      : form
  /** The latest request and its idempotency key, so that a retry after a lost answer adds no second render. */
  const sent = useRef({ body: '', key: '' })
  const { form, formProps, field, errorsOf, isBusy, problem } = useApiForm<RenderForm, Render>({
    values: first,
    // A dialog without a viewer has its own draft, because the camera of a viewer does not apply to it.
    draftKey: `render ${again ? from.render.id : `${source.workId ?? source.uploadId}${seen ? ' seen' : ''}`}`,
    showsProblem: true,
    send(typed) {
      const input = inputOf(withEngine(typed), source)
      const body = JSON.stringify(input)
      if (sent.current.body !== body) sent.current = { body, key: newId() }
      return api.createRender(input, { idempotencyKey: sent.current.key })
    },
    onSent(render) {
      queryClient.setQueryData(['renders', 'one', render.id], render)
      void queryClient.invalidateQueries({ queryKey: ['renders', 'list'] })
      close()
      const open = () => void navigateTo(paths.renders({ id: render.id }))
      if (again) return open()
      toast('success', t('renders.dialog.sent', { name: renderNumber(render.number) }), {
        action: { label: t('renders.dialog.see'), act: open },
      })
    },
  })
  const shown = withEngine(form.watch())
  const { engine, samples, type } = shown
  const isWrong = wrongFields(shown).length > 0
  const change = (part: Partial<RenderForm>) => {
    for (const [name, value] of Object.entries(part))
      form.setValue(name as keyof RenderForm, value, { shouldDirty: true })
  }
  const fields: FieldsProps = { form: shown, change, field, errorsOf }
  const quality: Quality | 'before' = qualityNames.find((one) => qualities[one] === samples) ?? 'before'
  const gone = missing.map((one) => t('renders.engineMissing', { engine: t(`renders.engines.${one}`) }))

  return (
    <Dialog title={t(again ? 'renders.again' : 'renders.dialog.title')} onClose={close}>
      <form {...formProps} className="render-dialog">
        <ProblemText className="render-dialog-problem" text={problem?.message} />
        <div className="render-dialog-parts">
          <div className="render-dialog-side">
            <RenderFraming form={shown} picture={again ? thumbnailOf(from.render) : seen?.picture} />
          </div>
          <div className="render-dialog-fields">
            <RadioPills
              label={t('renders.dialog.type')}
              options={renderTypes.map((value) => ({ value, text: t(`renders.types.${value}`) }))}
              value={type}
              hint={t(`renders.typeHints.${type}`)}
              choose={(to) => change({ type: to })}
            />
            <SideFields {...fields} again={again} />
            <ShapeFields {...fields} />
            <Controller
              name="engine"
              control={form.control}
              render={({ field: { ref, onChange } }) => (
                <RadioPills
                  label={t('renders.column.engine')}
                  options={renderEngines.map((value) => ({
                    value,
                    text: t(`renders.engines.${value}`),
                    disabled: missing.includes(value),
                  }))}
                  value={engine}
                  hint={[t(`renders.engineHints.${engine}`), ...gone].join(' ')}
                  errors={errorsOf('engine')}
                  inputRef={ref}
                  choose={onChange}
                />
              )}
            />
            {engine !== 'preview' && (
              <Controller
                name="samples"
                control={form.control}
                render={({ field: { ref, onChange } }) => (
                  <RadioPills<Quality | 'before'>
                    label={t('renders.dialog.quality')}
                    options={[
                      ...(quality === 'before' ? [{ value: quality, text: t('renders.dialog.passesOther') }] : []),
                      ...qualityNames.map((value) => ({ value, text: t(`renders.dialog.qualities.${value}`) })),
                    ]}
                    value={quality}
                    hint={t('renders.dialog.passes', { count: samples })}
                    errors={errorsOf('samples')}
                    inputRef={ref}
                    choose={(value) => value !== 'before' && onChange(qualities[value])}
                  />
                )}
              />
            )}
            <AppearanceFields {...fields} colourways={colourways} />
            <TextField
              label={t('common.name')}
              maxLength={renderNameLength.max}
              {...field('name', { validate: textWithin({ max: renderNameLength.max }) })}
            />
            <label className="render-dialog-scout">
              <input type="checkbox" {...form.register('approveAfterScout')} />
              {t('renders.dialog.scout')}
            </label>
          </div>
        </div>
        <footer className="render-dialog-end">
          <div>
            <RenderEstimate input={isWrong ? undefined : inputOf(shown, source)} />
            {!isVerified && (
              <p id={needsId}>
                {t('renders.dialog.unverified')} <ResendMail />
              </p>
            )}
          </div>
          <Button onClick={close}>{t('common.close')}</Button>
          <Button
            type="submit"
            variant="filled"
            busy={isBusy}
            disabled={isWrong || !isVerified}
            aria-describedby={isVerified ? undefined : needsId}
          >
            {t('renders.dialog.send')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
