import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Image } from '@toile/contracts/images'
import { maxWorkImages } from '@toile/contracts/works.constants'
import { FieldGroup } from '../../ui/Field.js'
import { Picture } from '../../ui/Picture.js'
import { PictureButton } from '../images/PictureButton.js'
import './detail-pictures.css'

interface DetailPicturesProps {
  /** Those of the work as it is saved. */
  saved: readonly Image[]
  imageIds: readonly string[]
  errors: string[] | undefined
  onChange: (imageIds: string[]) => void
}

/** The detail pictures of a work: added, put in order, taken off. */
export function DetailPictures({ saved, imageIds, errors, onChange }: DetailPicturesProps) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<Image[]>([])
  const known = new Map([...saved, ...sent].map((image) => [image.id, image]))
  const swap = (at: number, to: number) => {
    const moved = [...imageIds]
    ;[moved[at], moved[to]] = [moved[to]!, moved[at]!]
    onChange(moved)
  }
  return (
    <FieldGroup label={t('media.pictures')} hint={t('media.picturesHint', { max: maxWorkImages })} errors={errors}>
      {imageIds.length > 0 && (
        <ol className="detail-pictures">
          {imageIds.map((id, at) => {
            const image = known.get(id)
            const number = at + 1
            return (
              <li key={id}>
                {image && <Picture image={image} sizes="172px" alt={t('media.picture', { number })} />}
                <div className="detail-picture-tools">
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
        purpose="detail"
        label={t('media.addPicture')}
        hint={t('media.pictureHint')}
        disabled={imageIds.length >= maxWorkImages}
        onReady={(image) => {
          setSent((before) => [...before, image])
          onChange([...imageIds, image.id])
        }}
      />
    </FieldGroup>
  )
}
