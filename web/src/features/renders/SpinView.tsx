import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { frameStyle } from './frame-style.js'
import './render-frame.css'
import './spin-view.css'

interface SpinViewProps<P extends SpinPicture> {
  pictures: readonly P[]
  isClear: boolean
  fills?: boolean
  /** Renders the actions on the visible picture. `number` counts from 1. */
  actions?: (shown: P, number: number) => ReactNode
}

export interface SpinPicture {
  url: string
  width: number
  height: number
}

/** The user turns the spin by dragging or with keys. All pictures are stacked, so that turning does not load any. */
export function SpinView<P extends SpinPicture>({ pictures, isClear, fills = false, actions }: SpinViewProps<P>) {
  const { t } = useTranslation()
  const [at, setAt] = useState(0)
  const held = useRef<{ x: number; at: number } | null>(null)
  const count = pictures.length
  const go = (to: number) => setAt(((to % count) + count) % count)

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = { x: event.clientX, at }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!held.current) return
    // A drag across the whole width turns the model once.
    const turned = (event.clientX - held.current.x) / event.currentTarget.clientWidth
    go(held.current.at + Math.round(turned * count))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const actions: Record<string, (() => void) | undefined> = {
      ArrowRight: () => go(at + 1),
      ArrowUp: () => go(at + 1),
      ArrowLeft: () => go(at - 1),
      ArrowDown: () => go(at - 1),
      Home: () => go(0),
      End: () => go(count - 1),
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  return (
    <div className="spin" data-fills={fills || undefined}>
      <div
        className="render-frame spin-view"
        style={pictures[0] && !fills ? frameStyle(pictures[0]) : undefined}
        data-clear={isClear || undefined}
        role="slider"
        tabIndex={0}
        aria-label={t('renders.spin')}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={at + 1}
        aria-valuetext={t('renders.frameOf', { frame: at + 1, frames: count })}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => (held.current = null)}
        onPointerCancel={() => (held.current = null)}
        onKeyDown={onKeyDown}
      >
        {pictures.map(({ url }, i) => (
          <img key={i} src={url} alt="" draggable={false} data-shown={i === at || undefined} />
        ))}
      </div>
      <p className="muted">{t('renders.spinHint')}</p>
      {actions && pictures[at] && <div className="render-output-actions">{actions(pictures[at], at + 1)}</div>}
    </div>
  )
}
