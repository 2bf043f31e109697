import { useTranslation } from 'react-i18next'
import { exposureStops, lightings } from '@toile/contracts/models/appearance.constants'
import { Field } from '../../../ui/forms/Field.js'
import { Slider } from '../../../ui/forms/Slider.js'
import { RadioPills } from './RadioPills.js'
import type { FieldsProps } from './RenderDialog.js'

const backgrounds = ['studio', 'transparent', 'colour'] as const

export function AppearanceFields({ form, change, field, colourways }: FieldsProps & { colourways: readonly string[] }) {
  const { t } = useTranslation()
  const { errors, ...select } = field('colourway')
  const { colourway, exposure, lightingRotation, animation } = form
  // If the model does not list the current colourway, that colourway stays as an additional option.
  const names = colourway === '' || colourways.includes(colourway) ? colourways : [...colourways, colourway]
  return (
    <>
      <div className="render-dialog-row">
        <RadioPills
          label={t('studio.background')}
          options={backgrounds.map((value) => ({ value, text: t(`renders.dialog.backgrounds.${value}`) }))}
          value={form.background}
          choose={(background) => change({ background })}
        />
        {form.background === 'colour' && (
          <input
            type="color"
            aria-label={t('renders.dialog.colour')}
            value={form.colour}
            onChange={(event) => change({ colour: event.target.value })}
          />
        )}
      </div>
      {names.length > 0 && (
        <Field
          label={t('studio.colourway')}
          errors={errors}
          control={(ids) => (
            <select {...ids} {...select} className="input">
              {['', ...names].map((name) => (
                <option key={name} value={name}>
                  <bdi>{name || t('studio.asMade')}</bdi>
                </option>
              ))}
            </select>
          )}
        />
      )}
      <RadioPills
        label={t('studio.light')}
        options={lightings.map((value) => ({ value, text: t(`studio.lights.${value}`) }))}
        value={form.lighting}
        hint={
          animation
            ? `${t('renders.dialog.moment')}: ${t('renders.seconds', { seconds: animation.seconds.toFixed(1) })}`
            : undefined
        }
        choose={(lighting) => change({ lighting })}
      />
      <div className="render-dialog-pair">
        <Slider
          label={t('studio.turnLight')}
          value={lightingRotation}
          text={`${lightingRotation}°`}
          min={-180}
          max={180}
          step={5}
          change={(lightingRotation) => change({ lightingRotation })}
        />
        <Slider
          label={t('studio.exposure')}
          value={exposure}
          text={`${exposure > 0 ? '+' : ''}${exposure.toFixed(1)}`}
          {...exposureStops}
          step={0.1}
          change={(exposure) => change({ exposure })}
        />
      </div>
    </>
  )
}
