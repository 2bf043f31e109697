import { lazy, Suspense, useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useReturnFocus } from '../dialogs/use-return-focus.js'

// AntdDrawer is loaded on demand, because most visits open no drawer.
const AntdDrawer = lazy(() => import('antd/es/drawer'))

const WIDTH_PX = 560

/** A drawer for details beside a list. Esc or a press outside closes it. */
export function Drawer({
  title,
  about,
  onClose,
  returnFocus,
  children,
}: {
  title: string
  about?: ReactNode
  onClose: () => void
  /** Gives the element that gets the focus on closing. Without an element, the opener gets the focus. */
  returnFocus?: () => HTMLElement | null
  children: ReactNode
}) {
  const { t } = useTranslation()
  const titleId = useId()
  useReturnFocus(returnFocus)
  return (
    <Suspense>
      <AntdDrawer
        open
        className="drawer"
        size={WIDTH_PX}
        aria-labelledby={titleId}
        closable={{ placement: 'end', 'aria-label': t('common.close') }}
        title={
          <>
            <h2 id={titleId} dir="auto">
              {title}
            </h2>
            {about && (
              <p className="muted tabular" dir="auto">
                {about}
              </p>
            )}
          </>
        }
        onClose={onClose}
      >
        {children}
      </AntdDrawer>
    </Suspense>
  )
}
