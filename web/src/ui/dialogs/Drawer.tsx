import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useModal } from './use-modal.js'
import './drawer.css'

/**
 * All of one thing, beside the list it stands in. The browser keeps the focus inside; Esc and a press beside it
 * close it. `children` may close it too: they get how.
 */
export function Drawer({
  title,
  about,
  onClose,
  stays = false,
  children,
}: {
  title: string
  /** A line below the title. */
  about?: ReactNode
  onClose: () => void
  /** It stays for now though it is to be closed: something in it is to be asked first. */
  stays?: boolean
  children: ReactNode | ((close: () => void) => ReactNode)
}) {
  const { t } = useTranslation()
  const titleId = useId()
  const box = useModal()
  const close = () => {
    // Gives the focus back before `onClose`, which may know a better place for it.
    if (!stays) box.current?.close()
    onClose()
  }
  return (
    <dialog
      ref={box}
      className="drawer"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (event.target === box.current) close()
      }}
      onClick={(event) => event.target === box.current && close()}
    >
      <div className="drawer-page">
        <header className="drawer-head">
          <div>
            <h2 id={titleId} dir="auto">
              {title}
            </h2>
            {about && (
              <p className="muted tabular" dir="auto">
                {about}
              </p>
            )}
          </div>
          <button type="button" className="drawer-close" aria-label={t('drawer.close')} onClick={close}>
            ×
          </button>
        </header>
        {typeof children === 'function' ? children(close) : children}
      </div>
    </dialog>
  )
}
