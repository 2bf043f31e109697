import { useTranslation } from 'react-i18next'
import type { BackstageCategory } from '@toile/contracts/works/categories'
import { categorySlugLength, MAX_CATEGORY_NAME_LENGTH } from '@toile/contracts/works/categories.constants'
import { textWithin } from '../../../lib/forms/api-form.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Modal } from '../../../ui/antd/Modal.js'
import { TextField } from '../../../ui/forms/Field.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ReasonField } from '../forms/ReasonField.js'
import { useBackstageForm } from '../forms/use-backstage-form.js'
import { DialogEnd } from '../../../ui/dialogs/DialogEnd.js'

type CategoryList = { items: BackstageCategory[] }

export function CategoryDialog({
  category,
  onSaved,
  nameOf,
  onClose,
}: {
  category: BackstageCategory | undefined
  onSaved: (result: CategoryList) => void
  nameOf: (category: BackstageCategory) => string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useBackstageForm({
    values: { chinese: category?.names['zh-CN'] ?? '', english: category?.names.en ?? '', slug: '' },
    draftKey: `category ${category?.slug ?? ''}`,
    aliases: { 'names.zh-CN': 'chinese', 'names.en': 'english' },
    send({ chinese, english, slug }, _, options): Promise<CategoryList> {
      const names = { en: english, 'zh-CN': chinese }
      return category
        ? backstageApi.updateCategory({ slug: category.slug, names }, options)
        : backstageApi.addCategory({ slug, names })
    },
    onSent(result, { slug }) {
      onSaved(result)
      const saved = result.items.find((one) => one.slug === (category?.slug ?? slug.trim()))!
      toast('success', t(category ? 'tenants:categories.renamed' : 'tenants:categories.added', { name: nameOf(saved) }))
      onClose()
    },
  })
  const named = { validate: textWithin({ min: 1, max: MAX_CATEGORY_NAME_LENGTH }) }

  return (
    <Modal
      title={category ? t('tenants:categories.renameTitle', { name: nameOf(category) }) : t('tenants:categories.add')}
      onClose={onClose}
    >
      <form {...form.formProps}>
        <TextField
          label={t('tenants:categories.chinese')}
          maxLength={MAX_CATEGORY_NAME_LENGTH}
          autoComplete="off"
          {...form.field('chinese', named)}
        />
        <TextField
          label={t('tenants:categories.english')}
          maxLength={MAX_CATEGORY_NAME_LENGTH}
          autoComplete="off"
          {...form.field('english', named)}
        />
        {!category && (
          <TextField
            label={t('tenants:categories.slug')}
            hint={t('tenants:categories.slugHint')}
            maxLength={categorySlugLength.max}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('slug', { validate: textWithin(categorySlugLength) })}
          />
        )}
        {category && <ReasonField {...form.reasonField} />}
        <DialogEnd
          label={t(category ? 'common.save' : 'tenants:categories.make')}
          busy={form.isBusy}
          onCancel={onClose}
        />
      </form>
    </Modal>
  )
}
