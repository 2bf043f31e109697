import { useId } from 'react'

export interface RadioGroupProps<V extends string> {
  label: string
  options: { value: V; text: string }[]
  /** Null where none of them is in force. */
  value: V | null
  choose: (value: V) => void
}

/** One of a few, as chips; the arrow keys move between them as in any radio group. */
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
            // The same side again, after the garment was turned by hand.
            onClick={() => option.value === value && choose(option.value)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </div>
  )
}
