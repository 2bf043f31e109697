import './slider.css'

interface SliderProps {
  label: string
  value: number
  text: string
  min: number
  max: number
  step: number
  change: (value: number) => void
}

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
