import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ModelCorrection } from '@toile/contracts/models/models'
import { upAxes } from '@toile/contracts/models/models.constants'
import type { Upload } from '@toile/contracts/uploads/uploads'
import { api } from '../../../lib/api.js'
import { useApiForm } from '../../../lib/forms/api-form.js'
import { Button } from '../../../ui/Button.js'
import { Field } from '../../../ui/forms/Field.js'
import { formatNumber } from '../../../ui/format.js'
import { RadioPills } from '../../renders/dialog/RadioPills.js'
import { ProblemText } from '../../../ui/ProblemText.js'

const units = { millimetre: 0.001, centimetre: 0.01, inch: 0.0254, foot: 0.3048, metre: 1 } as const
const unitNames = Object.keys(units) as (keyof typeof units)[]

export function CorrectModel({ upload }: { upload: Upload }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { facts } = upload.model!
  const { applied = {}, wanted, failure } = upload.correction ?? {}
  const { metresPerUnit = 1, upAxis = 'y', model = '', otherModels = [] } = facts.source ?? {}
  const asked = (facts.findings ?? []).find(({ code }) =>
    /^(?:wrongScale|unusually(?:Large|Small))$/.test(code),
  )?.params

  const show = (corrected: Upload) => void queryClient.setQueryData(['uploads', upload.id], corrected)
  const correct = useMutation({
    mutationFn: (correction: ModelCorrection) => api.correctUpload({ id: upload.id, ...correction }),
    onSuccess: show,
  })
  const setUnit = (metres: number) => correct.mutate({ ...applied, metresPerUnit: metres })
  const found = { metresPerUnit, upAxis, model }
  const { form, formProps, field, errorsOf, isBusy } = useApiForm<typeof found, Upload>({
    values: found,
    send: (_, changed) =>
      // If another model is chosen, the earlier corrections do not apply to it and are dropped.
      api.correctUpload({ id: upload.id, ...(changed.model === undefined && applied), ...changed }),
    onSent: show,
  })
  const typed = form.watch()
  const busy = isBusy || correct.isPending || wanted !== undefined
  const isKnown = unitNames.some((unit) => units[unit] === metresPerUnit)
  const { errors: unitErrors, ...unitSelect } = field('metresPerUnit', { valueAsNumber: true })
  const { errors: modelErrors, ...modelSelect } = field('model')

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
      <ProblemText text={!busy && failure?.message} />
      <details>
        <summary>{t('correct.title')}</summary>
        <form {...formProps}>
          <Field
            label={t('correct.unit')}
            hint={t('correct.unitHint')}
            errors={unitErrors}
            control={(ids) => (
              <select {...ids} {...unitSelect} className="input">
                {!isKnown && (
                  <option value={metresPerUnit}>
                    {t('correct.otherUnit', { metres: formatNumber(Number(metresPerUnit.toPrecision(3))) })}
                  </option>
                )}
                {unitNames.map((unit) => (
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
            value={typed.upAxis}
            errors={errorsOf('upAxis')}
            choose={(axis) => form.setValue('upAxis', axis, { shouldDirty: true })}
          />
          {otherModels.length > 0 && (
            <Field
              label={t('correct.model')}
              errors={modelErrors}
              control={(ids) => (
                <select {...ids} {...modelSelect} className="input">
                  {[model, ...otherModels].map((path) => (
                    <option key={path} value={path}>
                      {path}
                    </option>
                  ))}
                </select>
              )}
            />
          )}
          <div className="correct-model-asked">
            <Button
              type="submit"
              variant="filled"
              busy={busy}
              disabled={JSON.stringify(typed) === JSON.stringify(found)}
            >
              {t('correct.apply')}
            </Button>
            {Object.keys(applied).length > 0 && (
              <Button busy={busy} onClick={() => correct.mutate({})}>
                {t('correct.undo')}
              </Button>
            )}
          </div>
        </form>
      </details>
    </section>
  )
}
