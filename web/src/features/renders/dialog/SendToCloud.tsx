import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { CameraPose, Appearance } from '@toile/contracts/models/appearance.constants'
import type { RenderInput } from '@toile/contracts/renders/renders'

const RenderDialog = lazy(() => import('./RenderDialog.js'))

export interface ViewerSnapshot {
  appearance: Appearance
  pose: CameraPose
  picture: Blob
}

interface SendToCloudProps {
  source: RenderInput['source']
  name: string
  colourways: readonly string[]
  captureView?: () => Promise<ViewerSnapshot>
  className?: string
}

export default function SendToCloud({ source, name, colourways, captureView, className }: SendToCloudProps) {
  const { t } = useTranslation()
  const [seen, setSeen] = useState<ViewerSnapshot | null>()
  return (
    <>
      <button
        type="button"
        className={className}
        onClick={() => void (async () => setSeen((await captureView?.()) ?? null))()}
      >
        {t('renders.dialog.title')}
      </button>
      {seen !== undefined &&
        // The dialog is in the body, because the viewer's styles would apply to a dialog inside the viewer.
        createPortal(
          <Suspense fallback={null}>
            <RenderDialog
              source={source}
              from={{ name, seen }}
              colourways={colourways}
              close={() => setSeen(undefined)}
            />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
