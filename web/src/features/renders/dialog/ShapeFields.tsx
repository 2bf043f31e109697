import { useTranslation } from 'react-i18next'
import { renderFrames, renderSizes, type RenderSize } from '@toile/contracts/renders/renders.constants'
import { TextField } from '../../../ui/forms/Field.js'
import { RadioPills } from './RadioPills.js'
import { sizeFields } from './render-form.js'
import { isTurn, sideLimits, sizesFor, wrongFields } from './render-limits.js'
import type { FieldsProps } from './RenderDialog.js'

export function ShapeFields({ form, change, field, errorsOf }: FieldsProps) {
  const { t } = useTranslation()
  const { type, size, width, height } = form
  const limits = sideLimits(type)
  const wrong = wrongFields(form)
  const choose = (to: RenderSize | 'custom') =>
    change({ size: to, ...(to !== 'custom' && sizeFields(renderSizes[to])) })
  const number = (name: 'width' | 'height' | 'frames', between: { least: number; most: number }) => (
    <TextField
      label={t(`renders.dialog.${name}`)}
      inputMode="numeric"
      hint={t('renders.dialog.range', between)}
      {...field(name)}
      errors={wrong.includes(name) ? [t('renders.dialog.rangeWrong', between)] : errorsOf(name)}
    />
  )
  // The fields for width and height are also shown if the size was refused or is not offered for this type.
  const sizes = sizesFor(type)
  const isCustom =
    size === 'custom' || !sizes.includes(size) || [...errorsOf('width'), ...errorsOf('height')].length > 0
  return (
    <>
      <RadioPills
        label={t('renders.dialog.size')}
        options={[...sizes, 'custom' as const].map((value) => ({ value, text: t(`renders.dialog.sizes.${value}`) }))}
        value={isCustom ? 'custom' : size}
        hint={isCustom ? undefined : t('renders.dialog.pixels', { width, height })}
        choose={choose}
      />
      {isCustom && (
        <div className="render-dialog-pair">
          {number('width', limits)}
          {number('height', limits)}
        </div>
      )}
      {isTurn(type) && (
        <div className="render-dialog-pair">
          {number('frames', { least: renderFrames.min, most: renderFrames.max })}
        </div>
      )}
    </>
  )
}
