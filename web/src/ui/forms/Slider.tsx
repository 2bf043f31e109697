import './slider.css'

interface SliderProps {
  label: string
  value: number
  /** The value with its unit, as it is shown and read out. */
  text: string
  min: number
  max: number
  step: number
  change: (value: number) => void
}

/** A number in a range, its words beside it. */
export function Slider({ label, value, text, change, ...range }: SliderProps) {
  return (
    <label className="slider">
      <span>{label}</span>
      <output className="tabular">{text}</output>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={text}
        value={value}
        {...range}
        onChange={(event) => change(event.target.valueAsNumber)}
      />
    </label>
  )
}
