import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Image } from '@toile/contracts/images/images'
import { FieldGroup } from '../../ui/forms/Field.js'
import { Picture } from '../../ui/Picture.js'
import { PictureButton } from './PictureButton.js'
import './picture-list.css'

interface PictureListProps {
  purpose: 'cover' | 'detail'
  label: string
  hint: string
  addHint: string
  /** The name of a picture by its number, counted from 1. */
  nameOf: (number: number) => string
  max: number
  saved: readonly Image[]
  imageIds: readonly string[]
  errors: readonly string[] | undefined
  onChange: (imageIds: string[]) => void
  onSending?: (isSending: boolean) => void
}

export function PictureList({
  purpose,
  label,
  hint,
  addHint,
  nameOf,
  max,
  saved,
  imageIds,
  errors,
  onChange,
  onSending,
}: PictureListProps) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<Image[]>([])
  const known = new Map([...saved, ...sent].map((image) => [image.id, image]))
  const swap = (at: number, to: number) => onChange(imageIds.with(at, imageIds[to]!).with(to, imageIds[at]!))
  return (
    <FieldGroup label={label} hint={hint} errors={errors}>
      {imageIds.length > 0 && (
        <ol className="picture-list" data-purpose={purpose}>
          {imageIds.map((id, at) => {
            const image = known.get(id)
            const number = at + 1
            return (
              <li key={id}>
                {image && <Picture image={image} sizes="216px" alt={nameOf(number)} />}
                <div className="picture-tools">
                  <button
                    type="button"
                    aria-label={t('media.earlier', { number })}
                    disabled={at === 0}
                    onClick={() => swap(at, at - 1)}
                  >
                    ←
                  </button>
                  <button
                    type="button"
                    aria-label={t('media.later', { number })}
                    disabled={at === imageIds.length - 1}
                    onClick={() => swap(at, at + 1)}
                  >
                    →
                  </button>
                  <button
                    type="button"
                    aria-label={t('media.takeOff', { number })}
                    onClick={() => onChange(imageIds.filter((one) => one !== id))}
                  >
                    ✕
                  </button>
                </div>
              </li>
            )
          })}
        </ol>
      )}
      <PictureButton
        purpose={purpose}
        label={t('common.addImage')}
        hint={addHint}
        disabled={imageIds.length >= max}
        onSending={onSending}
        onReady={(image) => {
          setSent((before) => [...before, image])
          onChange([...imageIds, image.id])
        }}
      />
    </FieldGroup>
  )
}
