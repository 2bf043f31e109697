import Select, { type SelectProps } from 'antd/es/select'
import type { ComponentProps } from 'react'
import { Field } from '../forms/Field.js'

/** Height of eight options. */
const LIST_HEIGHT_PX = 320

export function SelectField<V extends string | number>({
  label,
  hint,
  errors,
  ...select
}: Omit<ComponentProps<typeof Field>, 'control'> & SelectProps<V>) {
  return (
    <Field
      label={label}
      hint={hint}
      errors={errors}
      control={(ids) => (
        <Select<V>
          className="select"
          popupMatchSelectWidth={false}
          listHeight={LIST_HEIGHT_PX}
          {...select}
          {...ids}
          {...(ids['aria-invalid'] && { status: 'error' })}
        />
      )}
    />
  )
}
