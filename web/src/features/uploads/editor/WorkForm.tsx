import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Image } from '@toile/contracts/images/images'
import type { Work } from '@toile/contracts/works/works'
import { MAX_CATEGORIES, MAX_WORK_IMAGES, titleLength, visibilities } from '@toile/contracts/works/works.constants'
import { PillInput, FieldGroup, TextArea, TextField } from '../../../ui/forms/Field.js'
import { categoriesQuery } from '../../works/categories.js'
import { useCategoryName } from '../../works/use-category-name.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { PictureList } from '../../images/PictureList.js'
import { Covers } from './Covers.js'
import type { DraftFields } from './draft.js'
import { TagsInput } from './TagsInput.js'

export function WorkForm({
  fields,
  edit,
  previews,
  work,
  picturesToCome,
  onSending,
  isProprietary,
  errors,
}: {
  fields: DraftFields
  edit: (part: Partial<DraftFields>) => void
  previews: Image[]
  work: Work | undefined
  picturesToCome: boolean
  onSending: (purpose: 'cover' | 'detail', isSending: boolean) => void
  /** Everyone who can see the work can download a proprietary file, so the form hides the choice `downloadable`. */
  isProprietary: boolean
  errors: Record<string, string[]>
}) {
  const { t } = useTranslation()
  const chosen = fields.categories
  // The categories are refetched when the window gets the focus, because administrators may change them. This costs
  // little, because the answer is usually 304.
  const { data, error, refetch } = useQuery({ ...categoriesQuery, refetchOnWindowFocus: 'always' })
  const nameOf = useCategoryName()
  return (
    <>
      <TextField
        label={t('common.title')}
        hint={t('work.titleHint', titleLength)}
        errors={errors['title']}
        name="title"
        value={fields.title}
        autoComplete="off"
        onChange={(event) => edit({ title: event.target.value })}
      />
      <TextArea
        label={t('common.description')}
        hint={t('work.introHint')}
        errors={errors['intro']}
        name="intro"
        value={fields.intro}
        onChange={(event) => edit({ intro: event.target.value })}
      />
      <FieldGroup
        label={t('work.categories')}
        hint={t('work.categoriesHint', { max: MAX_CATEGORIES })}
        errors={errors['categories']}
      >
        {error && !data && <LoadFailed text={t('work.categoriesFailed')} of={{ error, refetch }} />}
        <div className="choices">
          {data?.items.map(({ slug: category, hidden }) => {
            const checked = chosen.includes(category)
            // A hidden category stays on works that have it.
            if (hidden && !checked) return null
            return (
              <PillInput
                key={category}
                type="checkbox"
                label={nameOf(category)}
                checked={checked}
                disabled={!checked && chosen.length >= MAX_CATEGORIES}
                onChange={() =>
                  edit({ categories: checked ? chosen.filter((one) => one !== category) : [...chosen, category] })
                }
              />
            )
          })}
        </div>
      </FieldGroup>
      <TagsInput tags={fields.tags} errors={errors['tags']} onChange={(tags) => edit({ tags })} />
      <FieldGroup label={t('work.visibility')} errors={errors['visibility']}>
        <div className="choices">
          {visibilities.map((visibility) => (
            <PillInput
              key={visibility}
              type="radio"
              name="visibility"
              label={t(`work.${visibility}`)}
              checked={fields.visibility === visibility}
              onChange={() => edit({ visibility })}
            />
          ))}
        </div>
      </FieldGroup>
      <FieldGroup label={t('work.cover')} errors={errors['coverId']}>
        <Covers
          previews={previews}
          saved={work?.cover ?? null}
          picturesToCome={picturesToCome}
          onSending={(isSending) => onSending('cover', isSending)}
          coverId={fields.coverId}
          choose={(coverId) => edit({ coverId })}
        />
      </FieldGroup>
      <PictureList
        purpose="detail"
        label={t('media.pictures')}
        hint={t('media.picturesHint', { max: MAX_WORK_IMAGES })}
        addHint={t('media.pictureHint')}
        nameOf={(number) => t('media.picture', { number })}
        max={MAX_WORK_IMAGES}
        saved={work?.images ?? []}
        imageIds={fields.imageIds}
        errors={errors['imageIds']}
        onChange={(imageIds) => edit({ imageIds })}
        onSending={(isSending) => onSending('detail', isSending)}
      />
      {fields.uploadId && !isProprietary && (
        <FieldGroup label={t('common.download')} errors={errors['downloadable']}>
          <PillInput
            type="checkbox"
            label={t('media.downloadable')}
            checked={fields.downloadable}
            onChange={() => edit({ downloadable: !fields.downloadable })}
          />
        </FieldGroup>
      )}
    </>
  )
}
