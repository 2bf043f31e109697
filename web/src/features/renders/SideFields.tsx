import { useTranslation } from 'react-i18next'
import { cameraPresets, type CameraPreset } from '@toile/contracts/looks.constants'
import { ManyPills, Pills } from './Pills.js'
import { problemsOf, type Side } from './render-form.js'
import type { FieldsProps } from './RenderDialog.js'

const presets = Object.keys(cameraPresets) as CameraPreset[]

/** From where the garment is seen: one side, or several for views. */
export function SideFields({ form, change, errors, again }: FieldsProps & { again: boolean }) {
  const { t } = useTranslation()
  const { type, side, views, kept } = form
  const options = [
    ...(kept ? [{ value: 'kept' as Side, text: t(again ? 'renders.dialog.before' : 'renders.dialog.here') }] : []),
    ...presets.map((value) => ({ value: value as Side, text: t(`studio.views.${value}`) })),
  ]
  if (type === 'views')
    return (
      <ManyPills
        label={t('renders.dialog.cameras')}
        options={options}
        values={views}
        errors={problemsOf(form).includes('views') ? [t('renders.dialog.noSide')] : errors['views']}
        toggle={(one) =>
          change({ views: views.includes(one) ? views.filter((other) => other !== one) : [...views, one] })
        }
      />
    )
  return (
    <Pills
      label={t(type === 'still' ? 'renders.dialog.camera' : 'renders.dialog.startsAt')}
      options={options}
      value={side}
      choose={(to) => change({ side: to })}
    />
  )
}
