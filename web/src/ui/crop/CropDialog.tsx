import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Cropper, ImageRestriction, type CropperRef } from 'react-advanced-cropper'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button.js'
import { cropLimits, moved, resized, rounded, turned, type Section, type Size } from './section.js'
import { useModal } from '../dialogs/use-modal.js'
import { loadNamespaces } from '../../i18n/load-namespaces.js'
import 'react-advanced-cropper/dist/style.css'
import './crop.css'

await loadNamespaces('crop')

/** The server cuts `crop` out of the original file. `preview` is only for immediate display. */
export interface Cropped {
  crop: Section & { rotate: number }
  /** A JPEG of at most 2000 pixels a side. */
  preview: Blob
}

/** Arrow keys move the section by STEP times its width or height. + multiplies its sides by RESIZE, - divides them. */
const STEP = 0.02
const RESIZE = 1.06

/** `ratio` is width / height. `onCancel` gets a message if the picture is unreadable or too small. */
export function CropDialog({
  file,
  ratio = 1,
  onCrop,
  onCancel,
}: {
  file: File
  ratio?: number
  onCrop: (cropped: Cropped) => void
  onCancel: (problem?: string) => void
}) {
  const { t } = useTranslation()
  const dialog = useModal()
  const cropper = useRef<CropperRef>(null)
  const [url, setUrl] = useState<string>()
  const [turns, setTurns] = useState(0)
  const [size, setSize] = useState<{ width: number; height: number }>()

  useEffect(() => {
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])

  function pictureSize() {
    const { imageSize, transforms } = cropper.current!.getState()!
    const lies = Math.abs(Math.round(transforms.rotate / 90)) % 2 === 1
    return lies ? { width: imageSize.height, height: imageSize.width } : imageSize
  }
  function section(): Section | undefined {
    const found = cropper.current?.getCoordinates()
    return found ? { x: found.left, y: found.top, width: found.width, height: found.height } : undefined
  }
  function show({ x, y, width, height }: Section): void {
    cropper.current?.setCoordinates({ left: x, top: y, width, height })
  }
  function move(dx: number, dy: number): void {
    const from = section()
    if (from) show(moved(from, dx * from.width * STEP, dy * from.height * STEP, pictureSize()))
  }
  function resize(factor: number): void {
    const from = section()
    if (from) show(resized(from, factor, pictureSize()))
  }
  function turn(by: 1 | -1): void {
    cropper.current?.rotateImage(by * 90)
    setTurns((before) => turned(before, by))
  }

  function onKeyDown(event: KeyboardEvent): void {
    const moves: Record<string, () => void> = {
      ArrowLeft: () => move(-1, 0),
      ArrowRight: () => move(1, 0),
      ArrowUp: () => move(0, -1),
      ArrowDown: () => move(0, 1),
      '+': () => resize(RESIZE),
      '=': () => resize(RESIZE),
      '-': () => resize(1 / RESIZE),
      '[': () => turn(-1),
      ']': () => turn(1),
    }
    const act = moves[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }

  function use(): void {
    const found = section()
    const canvas = cropper.current?.getCanvas({
      maxWidth: cropLimits.maxOutputPx,
      maxHeight: cropLimits.maxOutputPx,
    })
    if (!found || !canvas) return
    const crop = { ...rounded(found, pictureSize()), rotate: turns }
    canvas.toBlob((preview) => preview && onCrop({ crop, preview }), 'image/jpeg', 0.9)
  }

  return (
    <dialog
      ref={dialog}
      className="crop"
      aria-labelledby="crop-title"
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <h2 id="crop-title">{t('crop:title')}</h2>
      <div
        className="crop-area"
        role="group"
        tabIndex={0}
        aria-label={t('crop:area')}
        aria-describedby="crop-instructions"
        onKeyDown={onKeyDown}
      >
        {url && (
          <Cropper
            ref={cropper}
            src={url}
            // The browser and the server apply EXIF orientation, so the cropper must not.
            checkOrientation={false}
            stencilProps={{ aspectRatio: ratio, grid: true }}
            imageRestriction={ImageRestriction.fitArea}
            minWidth={cropLimits.minSectionPx}
            minHeight={cropLimits.minSectionPx}
            transitions={false}
            // The section starts as the whole picture, as far as the ratio allows.
            defaultSize={({ imageSize }: { imageSize: Size }) => imageSize}
            onError={() => onCancel(t('crop:unreadable'))}
            onReady={(ready) => {
              const { imageSize } = ready.getState() ?? {}
              if (imageSize && Math.min(imageSize.width, imageSize.height) < cropLimits.minSectionPx)
                onCancel(t('crop:tooSmall', { min: cropLimits.minSectionPx }))
            }}
            onUpdate={(changed) => {
              const found = changed.getCoordinates()
              if (found) setSize({ width: Math.round(found.width), height: Math.round(found.height) })
            }}
          />
        )}
      </div>
      <div className="crop-tools">
        <Button onClick={() => turn(-1)} aria-label={t('crop:turnLeft')}>
          ↺
        </Button>
        <Button onClick={() => turn(1)} aria-label={t('crop:turnRight')}>
          ↻
        </Button>
        <Button onClick={() => resize(1 / RESIZE)} aria-label={t('crop:smaller')}>
          −
        </Button>
        <Button onClick={() => resize(RESIZE)} aria-label={t('crop:larger')}>
          +
        </Button>
        <output className="muted tabular">{size && t('crop:size', size)}</output>
      </div>
      <p id="crop-instructions" className="muted">
        {t('crop:instructions')}
      </p>
      <div className="crop-end">
        <Button onClick={() => onCancel()}>{t('common.cancel')}</Button>
        <Button variant="filled" disabled={!size} onClick={use}>
          {t('crop:use')}
        </Button>
      </div>
    </dialog>
  )
}
