import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Image } from '@toile/contracts/images/images'
import { Picture } from '../../../ui/Picture.js'
import { PictureButton } from '../../images/PictureButton.js'
import './covers.css'

interface CoversProps {
  previews: Image[]
  saved: Image | null
  /** Whether previews can be expected: the work has a model or video that neither is proprietary nor failed. */
  picturesToCome: boolean
  onSending: (isSending: boolean) => void
  coverId: string | null
  choose: (coverId: string) => void
}

export function Covers({ previews, saved, picturesToCome, onSending, coverId, choose }: CoversProps) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<Image[]>([])
  const made = previews.filter((image) => image.purpose === 'cover')
  const own = [saved, ...sent].filter((image): image is Image => image !== null && image.variants.length > 0)
  const covers = [...new Map([...made, ...own].map((image) => [image.id, image])).values()]
  // `.covers` reserves the height of one row of covers, so that nothing moves when the first covers arrive.
  return (
    <>
      <div className="covers">
        {covers.length === 0 && (
          <p className="muted">{t(picturesToCome ? 'work.coverWaiting' : 'proprietary.cover')}</p>
        )}
        {covers.map((image, i) => (
          <label key={image.id} className="cover-choice">
            <input type="radio" name="cover" checked={image.id === coverId} onChange={() => choose(image.id)} />
            <Picture image={image} sizes="154px" alt={nameOf(image, i)} />
          </label>
        ))}
      </div>
      <PictureButton
        purpose="cover"
        label={t('picture.upload')}
        hint={t('picture.hint')}
        onSending={onSending}
        onReady={(image) => {
          setSent((before) => [...before, image])
          choose(image.id)
        }}
      />
    </>
  )

  function nameOf({ angle }: Image, index: number): string {
    const number = t('common.imageNumber', { number: index + 1 })
    return `${number}, ${t(angle ? `picture.angle.${angle}` : 'picture.own')}`
  }
}
