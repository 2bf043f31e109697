import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarketItem } from '@toile/contracts/market/market'
import { TextField } from '../../../ui/forms/Field.js'
import { FileField, type SentFile } from '../forms/FileField.js'
import { MarketItemContents } from '../../market/MarketItemContents.js'
import { isModel, type Told } from './contents.js'

interface ItemFileProps {
  item: MarketItem
  told: Told
  errors: Record<string, string[]>
  onFile: (uploadId: string) => void
  onTold: (told: Told) => void
  onBusy: (is: boolean) => void
}

/** The file of an item, and what is in it: measured of a model, told and then checked of anything else. */
export function ItemFile({ item, told, errors, onFile, onTold, onBusy }: ItemFileProps) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<SentFile>()
  const filename = sent?.filename ?? item.filename
  const set = (part: Partial<Told>) => onTold({ ...told, ...part })
  function use(file: SentFile) {
    setSent(file)
    onFile(file.uploadId)
    // The file's own ending is in it for certain; of an archive one says what is inside.
    const ending = /\.([a-z0-9]{1,8})$/i.exec(file.filename)?.[1]?.toUpperCase()
    if (file.kind === 'file') onTold({ formats: ending ?? '', triangles: '', texturesPx: '' })
  }
  return (
    <>
      <FileField
        label={t('backstageMarket.file')}
        hint={t('backstageMarket.fileHint')}
        errors={errors['uploadId']}
        current={item.filename}
        kindOf={(file) => (isModel(file.name) ? 'model' : 'file')}
        onReady={use}
        onBusy={onBusy}
      />
      {filename !== '' && !isModel(filename) && (
        <>
          <TextField
            label={t('market.formats')}
            hint={t('backstageMarket.formatsHint')}
            errors={errors['contents']}
            value={told.formats}
            onChange={(event) => set({ formats: event.target.value })}
          />
          <div className="content-pair">
            <TextField
              label={t('market.triangles')}
              hint={t('backstageMarket.trianglesHint')}
              inputMode="numeric"
              value={told.triangles}
              onChange={(event) => set({ triangles: event.target.value })}
            />
            <TextField
              label={t('market.textures')}
              hint={t('backstageMarket.texturesHint')}
              value={told.texturesPx}
              onChange={(event) => set({ texturesPx: event.target.value })}
            />
          </div>
        </>
      )}
      {item.filename !== '' && <MarketItemContents item={item} />}
    </>
  )
}
