import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { CameraPose, Look } from '@toile/contracts/looks.constants'
import type { RenderInput } from '@toile/contracts/renders'
import { formOfLook, type RenderForm } from './render-form.js'

const RenderDialog = lazy(() => import('./RenderDialog.js'))

interface SendToCloudProps {
  source: RenderInput['source']
  name: string
  colourways: readonly string[]
  /** Where there is a viewer: what it shows at this moment. */
  view?: { look: Look; pose: () => CameraPose; takePicture: () => Promise<Blob> }
  className?: string
}

/** A button that opens the dialog of a render with what the viewer shows; the dialog comes only then. */
export function SendToCloud({ source, name, colourways, view, className }: SendToCloudProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<{ form: RenderForm; snapshotUrl: string | undefined }>()
  async function open() {
    const form = formOfLook(name, view?.pose() ?? null, view?.look ?? null)
    const picture = await view?.takePicture()
    setOpened({ form, snapshotUrl: picture && URL.createObjectURL(picture) })
  }
  function close() {
    if (opened?.snapshotUrl) URL.revokeObjectURL(opened.snapshotUrl)
    setOpened(undefined)
  }
  return (
    <>
      <button type="button" className={className} onClick={() => void open()}>
        {t('renders.dialog.open')}
      </button>
      {opened &&
        // Out of the viewer, which has looks of its own for what lies in it.
        createPortal(
          <Suspense fallback={null}>
            <RenderDialog
              source={source}
              start={opened.form}
              colourways={colourways}
              snapshotUrl={opened.snapshotUrl}
              close={close}
            />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
