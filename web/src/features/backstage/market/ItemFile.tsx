import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarketItem } from '@toile/contracts/market/market'
import { TextField } from '../../../ui/forms/Field.js'
import { FileField, type UploadedFile } from '../forms/FileField.js'
import { MarketItemContents } from '../../market/MarketItemContents.js'
import { isModel, type ContentsInput } from './contents.js'

interface ItemFileProps {
  item: MarketItem
  field: (name: keyof ContentsInput) => Omit<ComponentProps<typeof TextField>, 'label'>
  errors: readonly string[]
  set: (name: 'uploadId' | keyof ContentsInput, value: string) => void
  onBusy: (is: boolean) => void
}

export function ItemFile({ item, field, errors, set, onBusy }: ItemFileProps) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<UploadedFile>()
  const filename = sent?.filename ?? item.filename
  function use(file: UploadedFile) {
    setSent(file)
    set('uploadId', file.uploadId)
    if (file.kind !== 'file') return
    // The extension is only a first guess. For an archive, the user must type the formats inside it.
    set('formats', /\.([a-z0-9]{1,8})$/i.exec(file.filename)?.[1]?.toUpperCase() ?? '')
    set('triangles', '')
    set('texturesPx', '')
  }
  return (
    <>
      <FileField
        label={t('content-backstage:backstageMarket.file')}
        hint={t('content-backstage:backstageMarket.fileHint')}
        errors={errors}
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
            {...field('formats')}
          />
          <div className="content-pair">
            <TextField
              label={t('report.triangles')}
              hint={t('content-backstage:backstageMarket.trianglesHint')}
              inputMode="numeric"
              {...field('triangles')}
            />
            <TextField
              label={t('report.textures')}
              hint={t('content-backstage:backstageMarket.texturesHint')}
              {...field('texturesPx')}
            />
          </div>
        </>
      )}
      {item.filename !== '' && <MarketItemContents item={item} />}
    </>
  )
}
