import { Type, type Static } from 'typebox'
import { categorySlugLength, CATEGORY_SLUG_PATTERN, MAX_CATEGORY_NAME_LENGTH } from './categories.constants.js'
import { declareRoutes, reads } from '../route.js'
import { StrictObject, Time, WrittenText } from '../shapes.js'
import { Reason } from '../backstage/tables.js'
import { paths as backstagePaths } from './categories-backstage.paths.js'
import { paths } from './categories.paths.js'

const Slug = Type.String({
  pattern: CATEGORY_SLUG_PATTERN,
  minLength: categorySlugLength.min,
  maxLength: categorySlugLength.max,
})
const SlugParams = StrictObject({ slug: Slug })
const Name = WrittenText({ min: 1, max: MAX_CATEGORY_NAME_LENGTH })
const Names = StrictObject({ en: Name, 'zh-CN': Name })
export type CategoryNames = Static<typeof Names>

export const Category = StrictObject({
  slug: Slug,
  names: Names,
  /** A hidden category cannot be selected. Works that already have the category keep it. */
  hidden: Type.Boolean(),
})
export type Category = Static<typeof Category>

export const BackstageCategory = StrictObject({
  ...Category.properties,
  /** Number of works, including drafts and trashed ones. */
  works: Type.Integer(),
  createdAt: Time,
})
export type BackstageCategory = Static<typeof BackstageCategory>

const Categories = StrictObject({ items: Type.Array(BackstageCategory) })

export const routes = declareRoutes(
  { ...paths, ...backstagePaths },
  {
    listCategories: {
      summary: 'Lists categories in order with their names, including hidden ones; has an ETag',
      access: 'public',
      rate: reads(1),
      response: StrictObject({ items: Type.Array(Category) }),
    },
    listBackstageCategories: {
      summary: 'Lists categories in order with their number of works',
      access: 'admin',
      response: Categories,
    },
    addCategory: {
      changesShared: true,
      summary: 'Adds a category after the last one',
      access: 'admin',
      idempotent: true,
      body: StrictObject({ slug: Type.Optional(WrittenText({ max: categorySlugLength.max * 4 })), names: Names }),
      status: 201,
      response: Categories,
    },
    updateCategory: {
      changesShared: true,
      summary: 'Renames, hides or shows a category; hiding needs a reason',
      access: 'admin',
      params: SlugParams,
      body: Type.Partial(StrictObject({ names: Names, hidden: Type.Boolean(), reason: Reason }), {
        additionalProperties: false,
      }),
      response: Categories,
    },
    orderCategories: {
      changesShared: true,
      summary: 'Reorders the categories; the request lists each once',
      access: 'admin',
      body: StrictObject({ slugs: Type.Array(Slug, { maxItems: 1_000, uniqueItems: true }) }),
      response: Categories,
    },
  },
)
