export interface SeekMark {
  key: string
  seconds: number
  kind: 'chapter' | 'comment'
  label: string
  onPress?: () => void
}

/** Marks without `onPress` are chapters. They are hidden from screen readers, because chapters have their own list. */
export function SeekMarks({ marks, length }: { marks: readonly SeekMark[]; length: number }) {
  return (
    <div className="player-marks">
      {marks.map(({ key, seconds, kind, label, onPress }) => {
        const at = { insetInlineStart: `${Math.min(1, seconds / length) * 100}%` }
        return onPress ? (
          <button
            key={key}
            type="button"
            data-kind={kind}
            style={at}
            aria-label={label}
            title={label}
            onClick={onPress}
          />
        ) : (
          <span key={key} data-kind={kind} style={at} aria-hidden="true" />
        )
      })}
    </div>
  )
}
