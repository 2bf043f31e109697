import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelCorrection } from '@toile/contracts/models/models'
import { upAxes } from '@toile/contracts/models/models.constants'
import type { Upload } from '@toile/contracts/uploads/uploads'
import { api, resultOf } from '../../../lib/api.js'
import { FAILED } from '../../../lib/request.js'
import { Button } from '../../../ui/Button.js'
import { Field } from '../../../ui/forms/Field.js'
import { Form } from '../../../ui/forms/Form.js'
import { formatNumber } from '../../../ui/format.js'
import { RadioPills } from '../../renders/dialog/RadioPills.js'

const units = { millimetre: 0.001, centimetre: 0.01, inch: 0.0254, foot: 0.3048, metre: 1 } as const
type Unit = keyof typeof units

/** Unit, upright axis and model of a file that says nothing of them, or the wrong thing; the original is read anew. */
export function CorrectModel({ upload }: { upload: Upload }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [isSending, setSending] = useState(false)
  const { facts } = upload.model!
  const { applied = {}, wanted, failure } = upload.correction ?? {}
  const { metresPerUnit = 1, upAxis = 'y', model, otherModels = [] } = facts.source ?? {}
  const asked = (facts.findings ?? []).find(({ code }) =>
    /^(?:wrongScale|unusually(?:Large|Small))$/.test(code),
  )?.params
  const busy = isSending || wanted !== undefined

  async function correct(correction: ModelCorrection) {
    setSending(true)
    const result = await resultOf(api.correctUpload({ id: upload.id, ...correction }))
    setSending(false)
    if (result.code !== FAILED) queryClient.setQueryData<Upload>(['uploads', upload.id], result.data)
  }
  const setUnit = (metres: number) => void correct({ ...applied, metresPerUnit: metres })

  return (
    <section className="correct-model" aria-label={t('correct.title')}>
      {asked && (
        <div className="correct-model-asked">
          {asked['metresPerUnit'] !== undefined && (
            <Button variant="filled" busy={busy} onClick={() => setUnit(Number(asked['metresPerUnit']))}>
              {t('correct.make', { size: formatNumber(Number(asked['likelyCm'])) })}
            </Button>
          )}
          <Button busy={busy} onClick={() => setUnit(metresPerUnit)}>
            {t('correct.keep', { size: formatNumber(Number(asked['sizeCm'])) })}
          </Button>
        </div>
      )}
      {busy && <p role="status">{t('correct.busy')}</p>}
      {failure && !busy && (
        <p className="field-error" role="alert">
          {failure.message}
        </p>
      )}
      <details>
        <summary>{t('correct.title')}</summary>
        <CorrectForm
          key={JSON.stringify(facts.source)}
          found={{ metresPerUnit, upAxis, ...(model !== undefined && { model }) }}
          otherModels={otherModels}
          applied={applied}
          busy={busy}
          correct={correct}
        />
      </details>
    </section>
  )
}

interface CorrectFormProps {
  /** What holds now. */
  found: ModelCorrection & { metresPerUnit: number; upAxis: (typeof upAxes)[number] }
  otherModels: readonly string[]
  applied: ModelCorrection
  busy: boolean
  correct: (correction: ModelCorrection) => Promise<void>
}

function CorrectForm({ found, otherModels, applied, busy, correct }: CorrectFormProps) {
  const { t } = useTranslation()
  const [form, setForm] = useState(found)
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }))
  const changed = Object.fromEntries(
    Object.entries(form).filter(([name, value]) => value !== found[name as keyof typeof found]),
  ) as ModelCorrection
  const isChanged = Object.keys(changed).length > 0
  const isKnown = Object.values(units).includes(found.metresPerUnit as (typeof units)[Unit])
  return (
    <Form
      // Of another model nothing has been said yet.
      submit={() => correct(changed.model === undefined ? { ...applied, ...changed } : changed)}
    >
      <Field
        label={t('correct.unit')}
        hint={t('correct.unitHint')}
        control={(ids) => (
          <select
            {...ids}
            className="input"
            value={form.metresPerUnit}
            onChange={(event) => change({ metresPerUnit: Number(event.target.value) })}
          >
            {!isKnown && (
              <option value={found.metresPerUnit}>
                {t('correct.otherUnit', { metres: formatNumber(Number(found.metresPerUnit.toPrecision(3))) })}
              </option>
            )}
            {(Object.keys(units) as Unit[]).map((unit) => (
              <option key={unit} value={units[unit]}>
                {t(`correct.units.${unit}`)}
              </option>
            ))}
          </select>
        )}
      />
      <RadioPills
        label={t('correct.upAxis')}
        options={upAxes.map((axis) => ({ value: axis, text: axis.toUpperCase() }))}
        value={form.upAxis}
        choose={(upAxis) => change({ upAxis })}
      />
      {otherModels.length > 0 && (
        <Field
          label={t('correct.model')}
          control={(ids) => (
            <select
              {...ids}
              className="input"
              value={form.model}
              onChange={(event) => change({ model: event.target.value })}
            >
              {[found.model!, ...otherModels].map((path) => (
                <option key={path} value={path}>
                  {path}
                </option>
              ))}
            </select>
          )}
        />
      )}
      <div className="correct-model-asked">
        <Button type="submit" variant="filled" busy={busy} disabled={!isChanged}>
          {t('correct.apply')}
        </Button>
        {Object.keys(applied).length > 0 && (
          <Button busy={busy} onClick={() => void correct({})}>
            {t('correct.undo')}
          </Button>
        )}
      </div>
    </Form>
  )
}
