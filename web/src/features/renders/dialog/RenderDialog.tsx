import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Render, RenderInput } from '@toile/contracts/renders/renders'
import { renderEngines, renderNameLength, renderTypes } from '@toile/contracts/renders/renders.constants'
import { useFormDraft } from '../../../lib/form-drafts.js'
import { navigateTo } from '../../../lib/navigation.js'
import { paths } from '../../../lib/paths.js'
import { useSession } from '../../../lib/session.js'
import { Button } from '../../../ui/Button.js'
import { Dialog } from '../../../ui/dialogs/Dialog.js'
import { TextField } from '../../../ui/forms/Field.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ResendMail } from '../../login/verification/ResendMail.js'
import { renderNumber, thumbnailOf } from '../live-render.js'
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
import { useSendRender } from './use-send-render.js'
import './render-dialog.css'

export interface RenderDialogProps {
  source: RenderInput['source']
  /** What the fields hold at first: what the viewer shows, if there is one, or what a render was made with. */
  from: { name: string; seen: ViewerSnapshot | null } | { render: Render }
  /** Names of the colourways that the garment has. */
  colourways?: readonly string[]
  close: () => void
}

export interface FieldsProps {
  form: RenderForm
  change: (part: Partial<RenderForm>) => void
  /** What is wrong, in words, by the name of the field. */
  errors: Record<string, string[] | undefined>
}

/** Orders a render: what to make, with which camera, light and care, and what that would cost. */
export default function RenderDialog({ source, from, colourways = [], close }: RenderDialogProps) {
  const { t } = useTranslation()
  const needsId = useId()
  const again = 'render' in from
  const seen = again ? null : from.seen
  const [first] = useState(() =>
    again ? formOfRender(from.render) : formOfAppearance(from.name, seen?.pose ?? null, seen?.appearance ?? null),
  )
  const [edits, setEdits] = useFormDraft<Partial<RenderForm>>(
    // A camera of the viewer's is nothing where there is no viewer.
    `render ${again ? from.render.id : `${source.workId ?? source.uploadId}${seen ? ' seen' : ''}`}`,
    {},
  )
  const form = { ...first, ...edits }
  const change = (part: Partial<RenderForm>) => setEdits((before) => ({ ...before, ...part }))
  const isVerified = Boolean(useSession()?.email_verified_at)
  const missing = useMissingEngines()
  // Nobody has to find out by a refusal that the engine of the first choice is not there.
  const engine = missing.includes(form.engine)
    ? (renderEngines.find((one) => !missing.includes(one)) ?? form.engine)
    : form.engine
  const shown = { ...form, engine }
  const isWrong = wrongFields(shown)
  const input = inputOf(shown, source)
  const { send, busy, problem } = useSendRender(done)

  function done(render: Render) {
    setEdits({})
    close()
    const open = () => void navigateTo(paths.renders({ id: render.id }))
    if (again) return open()
    toast('success', t('renders.dialog.sent', { name: renderNumber(render.number) }), {
      action: { label: t('renders.dialog.see'), act: open },
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWrong.length === 0) void send(input)
  }
  const fields = { form: shown, change, errors: problem?.fields ?? {} }
  const quality: Quality | 'before' = qualityNames.find((one) => qualities[one] === form.samples) ?? 'before'
  const gone = missing.map((one) => t('renders.engineMissing', { engine: t(`renders.engines.${one}`) }))

  return (
    <Dialog title={t(again ? 'renders.dialog.againTitle' : 'renders.dialog.title')} onClose={close}>
      <form className="render-dialog" noValidate onSubmit={submit}>
        {problem && (
          <p role="alert" className="render-dialog-problem">
            {sentenceOf(problem)}
          </p>
        )}
        <div className="render-dialog-parts">
          <div className="render-dialog-side">
            <RenderFraming form={shown} picture={again ? thumbnailOf(from.render) : seen?.picture} />
          </div>
          <div className="render-dialog-fields">
            <RadioPills
              label={t('renders.dialog.type')}
              options={renderTypes.map((value) => ({ value, text: t(`renders.types.${value}`) }))}
              value={form.type}
              hint={t(`renders.typeHints.${form.type}`)}
              choose={(type) => change({ type })}
            />
            <SideFields {...fields} again={again} />
            <ShapeFields {...fields} />
            <RadioPills
              label={t('renders.dialog.engine')}
              options={renderEngines.map((value) => ({
                value,
                text: t(`renders.engines.${value}`),
                disabled: missing.includes(value),
              }))}
              value={engine}
              hint={[t(`renders.engineHints.${engine}`), ...gone].join(' ')}
              errors={fields.errors['engine']}
              choose={(value) => change({ engine: value })}
            />
            {engine !== 'preview' && (
              <RadioPills<Quality | 'before'>
                label={t('renders.dialog.quality')}
                options={[
                  ...(quality === 'before' ? [{ value: quality, text: t('renders.dialog.passesOther') }] : []),
                  ...qualityNames.map((value) => ({ value, text: t(`renders.dialog.qualities.${value}`) })),
                ]}
                value={quality}
                hint={t('renders.dialog.passes', { count: form.samples })}
                errors={fields.errors['samples']}
                choose={(value) => value !== 'before' && change({ samples: qualities[value] })}
              />
            )}
            <AppearanceFields {...fields} colourways={colourways} />
            <TextField
              label={t('renders.dialog.name')}
              value={form.name}
              maxLength={renderNameLength.max}
              errors={fields.errors['name']}
              onChange={(event) => change({ name: event.target.value })}
            />
            <label className="render-dialog-scout">
              <input
                type="checkbox"
                checked={form.approveAfterScout}
                onChange={(event) => change({ approveAfterScout: event.target.checked })}
              />
              {t('renders.dialog.scout')}
            </label>
          </div>
        </div>
        <footer className="render-dialog-end">
          <div>
            <RenderEstimate input={isWrong.length === 0 ? input : undefined} />
            {!isVerified && (
              <p id={needsId}>
                {t('renders.dialog.unverified')} <ResendMail />
              </p>
            )}
          </div>
          <Button onClick={close}>{t('renders.dialog.keep')}</Button>
          <Button
            type="submit"
            variant="filled"
            busy={busy}
            disabled={isWrong.length > 0 || !isVerified}
            aria-describedby={isVerified ? undefined : needsId}
          >
            {t('renders.dialog.send')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** Where a field has no place of its own here, its words stand with the sentence above the form. */
const placed = ['width', 'height', 'frames', 'views', 'engine', 'samples', 'name', 'colourway']
function sentenceOf({ message, fields }: { message: string; fields: Record<string, string[]> }): string {
  const others = Object.entries(fields).filter(([name]) => !placed.includes(name))
  return [message, ...others.flatMap(([, words]) => words)].join(' ')
}
