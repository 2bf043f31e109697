import { useTranslation } from 'react-i18next'
import { CheckboxPills, RadioPills } from './RadioPills.js'
import { wrongFields } from './render-limits.js'
import { namedSides, type Side } from '../sides.js'
import type { FieldsProps } from './RenderDialog.js'

export function SideFields({ form, change, errorsOf, again }: FieldsProps & { again: boolean }) {
  const { t } = useTranslation()
  const { type, side, views, savedCameras } = form
  const options = [
    ...(savedCameras.length > 0
      ? [{ value: 'kept' as Side, text: t(again ? 'renders.dialog.before' : 'renders.dialog.here') }]
      : []),
    ...namedSides.map((value) => ({ value: value as Side, text: t(`studio.views.${value}`) })),
  ]
  if (type === 'views')
    return (
      <CheckboxPills
        label={t('renders.dialog.cameras')}
        options={options}
        values={views}
        errors={wrongFields(form).includes('views') ? [t('renders.dialog.noSide')] : errorsOf('views')}
        toggle={(one) =>
          change({ views: views.includes(one) ? views.filter((other) => other !== one) : [...views, one] })
        }
      />
    )
  return (
    <RadioPills
      label={t(type === 'still' ? 'renders.dialog.camera' : 'renders.dialog.startsAt')}
      options={options}
      value={side}
      choose={(to) => change({ side: to })}
    />
  )
}
