import { useId, type Ref } from 'react'
import { PillInput, FieldGroup } from '../../../ui/forms/Field.js'

interface Pill<V extends string> {
  value: V
  text: string
  disabled?: boolean
}

interface PillsProps<V extends string> {
  label: string
  options: readonly Pill<V>[]
  hint?: string | undefined
  errors?: readonly string[] | undefined
  inputRef?: Ref<HTMLInputElement>
}

export function RadioPills<V extends string>({
  value,
  choose,
  ...rest
}: PillsProps<V> & { value: V; choose: (value: V) => void }) {
  return <Group {...rest} type="radio" isChosen={(one) => one === value} toggle={choose} />
}

export function CheckboxPills<V extends string>({
  values,
  toggle,
  ...rest
}: PillsProps<V> & { values: readonly V[]; toggle: (value: V) => void }) {
  return <Group {...rest} type="checkbox" isChosen={(one) => values.includes(one)} toggle={toggle} />
}

function Group<V extends string>({
  options,
  type,
  isChosen,
  toggle,
  inputRef,
  ...group
}: PillsProps<V> & { type: 'radio' | 'checkbox'; isChosen: (value: V) => boolean; toggle: (value: V) => void }) {
  const name = useId()
  return (
    <FieldGroup {...group}>
      <div className="choices">
        {options.map(({ value, text, disabled }, i) => (
          <PillInput
            key={value}
            ref={i === 0 ? inputRef : undefined}
            type={type}
            name={name}
            label={text}
            disabled={disabled}
            checked={isChosen(value)}
            onChange={() => toggle(value)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
