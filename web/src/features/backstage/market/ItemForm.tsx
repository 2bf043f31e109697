import Radio from 'antd/es/radio'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { MarketItem } from '@toile/contracts/market/market'
import {
  marketAccesses,
  marketCategories,
  marketTitleLength,
  MAX_LICENCE_LENGTH,
  MAX_MARKET_INTRO_LENGTH,
  MAX_MARKET_PICTURES,
} from '@toile/contracts/market/market.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { SelectField } from '../../../ui/antd/SelectField.js'
import { FieldGroup, TextArea, TextField } from '../../../ui/forms/Field.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { UnsavedChangesGuard } from '../forms/UnsavedChangesGuard.js'
import { SaveBar } from '../forms/SaveBar.js'
import { withClear } from '../../../lib/payload.js'
import { useBackstageForm } from '../forms/use-backstage-form.js'
import { PictureList } from '../../images/PictureList.js'
import { RichTextEditor } from '../../rich-text/RichTextEditor.js'
import { contentsOf, toContentsInput } from './contents.js'
import { ItemFile } from './ItemFile.js'

export function ItemForm({ item, onSaved }: { item: MarketItem; onSaved: (item: MarketItem) => void }) {
  const { t } = useTranslation()
  const { title, intro, description, category, access, licence, pictures } = item
  const { form, formProps, field, errorsOf, ...saving } = useBackstageForm({
    values: {
      ...{ title, intro, description, category, access, licence },
      imageIds: pictures.map(({ id }) => id),
      uploadId: '',
      ...toContentsInput(item.contents),
    },
    aliases: { contents: 'formats' },
    send(typed, { formats, triangles, texturesPx, ...changed }, options) {
      const isOther = [formats, triangles, texturesPx].some((one) => one !== undefined)
      const edits = { ...changed, ...(isOther && { contents: contentsOf(typed) }) }
      return backstageApi.updateMarketItem({ id: item.id, ...withClear(edits, ['intro', 'description']) }, options)
    },
    onSent(saved) {
      onSaved(saved)
      toast('success', t('common.saved'))
    },
  })
  const [isSending, setSending] = useState(false)
  const keptFilled = (saved: string) => ({
    validate: (typed: string) => typed.trim() !== '' || typed === saved || t('forms.required'),
  })
  return (
    <form className="content-form" {...formProps}>
      <TextField label={t('common.title')} maxLength={marketTitleLength.max} {...field('title', keptFilled(title))} />
      <TextArea
        label={t('content-backstage:backstageMarket.intro')}
        hint={t('content-backstage:backstageMarket.introHint')}
        rows={3}
        maxLength={MAX_MARKET_INTRO_LENGTH}
        {...field('intro')}
      />
      <Controller
        name="description"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <RichTextEditor
            label={t('content-backstage:backstageMarket.description')}
            hint={t('content-backstage:backstageMarket.descriptionHint')}
            errors={errorsOf('description')}
            value={value}
            onChange={onChange}
          />
        )}
      />
      <Controller
        name="category"
        control={form.control}
        render={({ field: category }) => (
          <SelectField
            label={t('home.category')}
            errors={errorsOf('category')}
            options={marketCategories.map((value) => ({ value, label: t(`market:categories.${value}`) }))}
            {...category}
          />
        )}
      />
      <FieldGroup
        label={t('content-backstage:content.access')}
        hint={t('content-backstage:backstageMarket.accessHint')}
        errors={errorsOf('access')}
      >
        <Controller
          name="access"
          control={form.control}
          render={({ field: access }) => (
            <Radio.Group
              options={marketAccesses.map((value) => ({ value, label: t(`market:access.${value}`) }))}
              {...access}
            />
          )}
        />
      </FieldGroup>
      <TextField
        label={t('market:licence')}
        hint={t('content-backstage:backstageMarket.licenceHint')}
        maxLength={MAX_LICENCE_LENGTH}
        {...field('licence', keptFilled(licence))}
      />
      <Controller
        name="imageIds"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <PictureList
            purpose="cover"
            label={t('content-backstage:backstageMarket.pictures')}
            hint={t('content-backstage:backstageMarket.picturesHint')}
            addHint={t('content-backstage:backstageMarket.pictureSize')}
            nameOf={(number) => t('common.imageNumber', { number })}
            max={MAX_MARKET_PICTURES}
            saved={pictures}
            imageIds={value}
            errors={errorsOf('imageIds')}
            onChange={onChange}
          />
        )}
      />
      <ItemFile
        item={item}
        field={field}
        errors={errorsOf('uploadId')}
        set={(name, value) => form.setValue(name, value, { shouldDirty: true })}
        onBusy={setSending}
      />
      <SaveBar form={saving} />
      <UnsavedChangesGuard isUnsaved={saving.isUnsaved || isSending} />
    </form>
  )
}
