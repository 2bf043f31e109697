import { useId } from 'react'

export interface RadioGroupProps<V extends string> {
  label: string
  options: { value: V; text: string }[]
  value: V | null
  choose: (value: V) => void
}

export function RadioGroup<V extends string>({ label, options, value, choose }: RadioGroupProps<V>) {
  const name = useId()
  return (
    <div className="studio-choice" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => choose(option.value)}
            // Pressing the checked option applies it again, for instance a view after the garment was turned.
            onClick={() => option.value === value && choose(option.value)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </div>
  )
}
