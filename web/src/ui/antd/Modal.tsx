import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { useReturnFocus } from '../dialogs/use-return-focus.js'
import '../dialogs/dialog.css'

// AntdModal is loaded on demand, because most visits open no dialog.
const AntdModal = lazy(() => import('antd/es/modal/Modal'))

const WIDTH_PX = 480

/** A backstage dialog. Esc closes the dialog, but a press outside does not. */
export function Modal({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  useReturnFocus()
  return (
    <Suspense>
      <AntdModal
        open
        centered
        width={WIDTH_PX}
        closable={false}
        mask={{ closable: false }}
        footer={null}
        title={<h2 dir="auto">{title}</h2>}
        onCancel={onClose}
      >
        <Body>{children}</Body>
      </AntdModal>
    </Suspense>
  )
}

function Body({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (body.current!.contains(document.activeElement)) return
    const find = (selector: string) => body.current!.querySelector<HTMLElement>(selector)
    ;(find('[data-autofocus]') ?? find('input, select, textarea, button'))?.focus()
  }, [])
  return (
    <div ref={body} className="dialog-body">
      {children}
    </div>
  )
}
