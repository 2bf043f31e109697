import { useTranslation } from 'react-i18next'
import type { BackstageCategory } from '@toile/contracts/works/categories'
import { categorySlugLength, MAX_CATEGORY_NAME_LENGTH } from '@toile/contracts/works/categories.constants'
import { resultOf } from '../../../lib/api.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { Modal } from '../../../ui/antd/Modal.js'
import { TextField } from '../../../ui/forms/Field.js'
import { Form } from '../../../ui/forms/Form.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { useEdits } from '../forms/use-edits.js'
import { ReasonField } from '../forms/ReasonField.js'

type CategoryList = { items: BackstageCategory[] }

/** A new category, or other names for one that is there. What the server refuses stands at its field. */
export function CategoryDialog({
  category,
  onSaved,
  nameOf,
  onClose,
}: {
  /** Undefined for a new one. */
  category: BackstageCategory | undefined
  onSaved: (result: CategoryList) => void
  nameOf: (category: BackstageCategory) => string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useEdits(
    {
      slug: '',
      'names.en': category?.names.en ?? '',
      'names.zh-CN': category?.names['zh-CN'] ?? '',
    },
    `category ${category?.slug ?? ''}`,
  )
  const { values } = form

  async function save() {
    const names = { en: values['names.en'], 'zh-CN': values['names.zh-CN'] }
    const result = await form.save<CategoryList>((_, options) =>
      category
        ? resultOf(backstageApi.updateCategory({ slug: category.slug, names }, options))
        : resultOf(backstageApi.addCategory({ slug: values.slug, names })),
    )
    if (!result) return
    onSaved(result)
    const saved = result.items.find((one) => one.slug === (category?.slug ?? values.slug.trim()))!
    toast('success', t(category ? 'tenants:categories.renamed' : 'tenants:categories.added', { name: nameOf(saved) }))
    onClose()
  }

  return (
    <Modal
      title={category ? t('tenants:categories.renameTitle', { name: nameOf(category) }) : t('tenants:categories.add')}
      onClose={onClose}
    >
      <Form noValidate submit={save}>
        <TextField
          label={t('tenants:categories.chinese')}
          maxLength={MAX_CATEGORY_NAME_LENGTH}
          autoComplete="off"
          {...form.text('names.zh-CN')}
        />
        <TextField
          label={t('tenants:categories.english')}
          maxLength={MAX_CATEGORY_NAME_LENGTH}
          autoComplete="off"
          {...form.text('names.en')}
        />
        {!category && (
          <TextField
            label={t('tenants:categories.slug')}
            hint={t('tenants:categories.slugHint')}
            maxLength={categorySlugLength.max}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.text('slug')}
          />
        )}
        {category && <ReasonField {...form.reasonField} />}
        <div className="dialog-end">
          <Button onClick={onClose}>{t('backstage:action.cancel')}</Button>
          <Button type="submit" variant="filled" busy={form.isBusy}>
            {t(category ? 'tenants:categories.save' : 'tenants:categories.make')}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
