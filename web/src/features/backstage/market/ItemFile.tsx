import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarketItem } from '@toile/contracts/market/market'
import { TextField } from '../../../ui/forms/Field.js'
import { FileField, type UploadedFile } from '../forms/FileField.js'
import { MarketItemContents } from '../../market/MarketItemContents.js'
import { isModel, type ContentsInput } from './contents.js'

interface ItemFileProps {
  item: MarketItem
  contents: ContentsInput
  errors: Record<string, string[]>
  onFile: (uploadId: string) => void
  onContents: (contents: ContentsInput) => void
  onBusy: (is: boolean) => void
}

/** The file of an item, and what is in it: measured of a model, typed and then checked of anything else. */
export function ItemFile({ item, contents, errors, onFile, onContents, onBusy }: ItemFileProps) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<UploadedFile>()
  const filename = sent?.filename ?? item.filename
  const set = (part: Partial<ContentsInput>) => onContents({ ...contents, ...part })
  function use(file: UploadedFile) {
    setSent(file)
    onFile(file.uploadId)
    // The file's own ending is in it for certain; of an archive one says what is inside.
    const ending = /\.([a-z0-9]{1,8})$/i.exec(file.filename)?.[1]?.toUpperCase()
    if (file.kind === 'file') onContents({ formats: ending ?? '', triangles: '', texturesPx: '' })
  }
  return (
    <>
      <FileField
        label={t('content-backstage:backstageMarket.file')}
        hint={t('content-backstage:backstageMarket.fileHint')}
        errors={errors['uploadId']}
        current={item.filename}
        kindOf={(file) => (isModel(file.name) ? 'model' : 'file')}
        onReady={use}
        onBusy={onBusy}
      />
      {filename !== '' && !isModel(filename) && (
        <>
          <TextField
            label={t('market:formats')}
            hint={t('content-backstage:backstageMarket.formatsHint')}
            errors={errors['contents']}
            value={contents.formats}
            onChange={(event) => set({ formats: event.target.value })}
          />
          <div className="content-pair">
            <TextField
              label={t('market:triangles')}
              hint={t('content-backstage:backstageMarket.trianglesHint')}
              inputMode="numeric"
              value={contents.triangles}
              onChange={(event) => set({ triangles: event.target.value })}
            />
            <TextField
              label={t('market:textures')}
              hint={t('content-backstage:backstageMarket.texturesHint')}
              value={contents.texturesPx}
              onChange={(event) => set({ texturesPx: event.target.value })}
            />
          </div>
        </>
      )}
      {item.filename !== '' && <MarketItemContents item={item} />}
    </>
  )
}
