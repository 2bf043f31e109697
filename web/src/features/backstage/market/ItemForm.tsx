import { useState } from 'react'
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
import { resultOf } from '../../../lib/api.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { PillInput, Field, FieldGroup, TextArea, TextField } from '../../../ui/forms/Field.js'
import { Form } from '../../../ui/forms/Form.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { UnsavedChangesGuard } from '../forms/UnsavedChangesGuard.js'
import { SaveBar } from '../forms/SaveBar.js'
import { withClear } from '../../../lib/payload.js'
import { useEdits } from '../forms/use-edits.js'
import { PictureList } from '../../images/PictureList.js'
import { RichTextEditor } from '../../rich-text/RichTextEditor.js'
import { contentsOf, toContentsInput } from './contents.js'
import { ItemFile } from './ItemFile.js'

/** Everything about an item that can be changed. Only what differs is sent. */
export function ItemForm({ item, onSaved }: { item: MarketItem; onSaved: (item: MarketItem) => void }) {
  const { t } = useTranslation()
  const { title, intro, description, category, access, licence, pictures } = item
  const form = useEdits({
    ...{ title, intro, description, category, access, licence },
    imageIds: pictures.map(({ id }) => id),
    uploadId: '',
    contentsInput: toContentsInput(item.contents),
  })
  const [isSending, setSending] = useState(false)
  const { values, set, errors } = form
  async function save() {
    if (form.refuseEmpty(['title', 'licence'], t('content-backstage:content.needed'))) return
    const saved = await form.save<MarketItem>(
      ({ contentsInput, ...changed }, options) =>
        resultOf(
          backstageApi.updateMarketItem(
            {
              id: item.id,
              ...withClear({ ...changed, ...(contentsInput && { contents: contentsOf(contentsInput) }) }, [
                'intro',
                'description',
              ]),
            },
            options,
          ),
        ),
      onSaved,
    )
    if (saved) toast('success', t('content-backstage:content.saved'))
  }
  return (
    <Form className="content-form" noValidate submit={save}>
      <TextField
        label={t('content-backstage:backstageMarket.title')}
        maxLength={marketTitleLength.max}
        {...form.text('title')}
      />
      <TextArea
        label={t('content-backstage:backstageMarket.intro')}
        hint={t('content-backstage:backstageMarket.introHint')}
        rows={3}
        maxLength={MAX_MARKET_INTRO_LENGTH}
        {...form.text('intro')}
      />
      <RichTextEditor
        label={t('content-backstage:backstageMarket.description')}
        hint={t('content-backstage:backstageMarket.descriptionHint')}
        {...form.markup('description')}
      />
      <Field
        label={t('content-backstage:backstageMarket.category')}
        errors={errors['category']}
        control={(ids) => (
          <select
            className="input"
            {...ids}
            value={values.category}
            onChange={(event) => set({ category: event.target.value as MarketItem['category'] })}
          >
            {marketCategories.map((one) => (
              <option key={one} value={one}>
                {t(`market:categories.${one}`)}
              </option>
            ))}
          </select>
        )}
      />
      <FieldGroup
        label={t('content-backstage:backstageMarket.access')}
        hint={t('content-backstage:backstageMarket.accessHint')}
        errors={errors['access']}
      >
        <div className="choices">
          {marketAccesses.map((one) => (
            <PillInput
              key={one}
              type="radio"
              name="access"
              label={t(`market:access.${one}`)}
              checked={values.access === one}
              onChange={() => set({ access: one })}
            />
          ))}
        </div>
      </FieldGroup>
      <TextField
        label={t('market:licence')}
        hint={t('content-backstage:backstageMarket.licenceHint')}
        maxLength={MAX_LICENCE_LENGTH}
        {...form.text('licence')}
      />
      <PictureList
        purpose="cover"
        label={t('content-backstage:backstageMarket.pictures')}
        hint={t('content-backstage:backstageMarket.picturesHint')}
        addHint={t('content-backstage:backstageMarket.pictureSize')}
        nameOf={(number) => t('market:picture', { number })}
        max={MAX_MARKET_PICTURES}
        saved={pictures}
        imageIds={values.imageIds}
        errors={errors['imageIds']}
        onChange={(imageIds) => set({ imageIds })}
      />
      <ItemFile
        item={item}
        contents={values.contentsInput}
        errors={errors}
        onFile={(uploadId) => set({ uploadId })}
        onContents={(contents) => set({ contentsInput: contents })}
        onBusy={setSending}
      />
      <SaveBar form={form} />
      <UnsavedChangesGuard isUnsaved={form.isUnsaved || isSending} />
    </Form>
  )
}
