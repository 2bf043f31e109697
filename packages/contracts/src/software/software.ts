import { Type, type Static } from 'typebox'
import { backstageStates } from '../courses/courses.constants.js'
import { marketCategories, marketTitleLength } from '../market/market.constants.js'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, PageOf, PageQuery, StrictObject, TableOf, Text, Time, WrittenText } from '../shapes.js'
import { Reason, tableQuery } from '../backstage/tables.js'
import {
  MAX_PACKAGE_NAME_LENGTH,
  MAX_PACKAGE_NOTES_LENGTH,
  MAX_VERSION_LENGTH,
  packageColumns,
  platforms,
} from './software.constants.js'
import { paths as backstagePaths } from './software-backstage.paths.js'
import { paths } from './software.paths.js'

const known = {
  id: Id,
  name: Text(MAX_PACKAGE_NAME_LENGTH),
  platform: Enum(platforms),
  version: Text(MAX_VERSION_LENGTH),
  notes: Text(MAX_PACKAGE_NOTES_LENGTH),
  filename: Text(255),
  bytes: Type.Integer(),
  /** Hash of the whole file, in hex. */
  sha256: Text(64),
  needsCode: Type.Boolean(),
  createdAt: Time,
}

export const Package = StrictObject({ ...known, unlocked: Type.Boolean() })
export type Package = Static<typeof Package>

const link = { url: Text(2048), filename: Text(255), bytes: Type.Integer(), sha256: Text(64) }

const EntitledDownload = StrictObject({
  id: Id,
  title: Text(marketTitleLength.max),
  category: Enum(marketCategories),
  filename: Text(255),
  bytes: Type.Integer(),
  publishedAt: Time,
})
export type EntitledDownload = Static<typeof EntitledDownload>

export const BackstagePackage = StrictObject({ ...known, withdrawnAt: Nullable(Time) })
export type BackstagePackage = Static<typeof BackstagePackage>

export const routes = declareRoutes(
  { ...paths, ...backstagePaths },
  {
    listPackages: {
      summary: 'Lists software to download, newest first',
      access: 'user',
      query: StrictObject(PageQuery),
      response: PageOf(Package),
    },
    listUnlocked: {
      summary: 'Lists what the caller’s S codes unlock: packages with expiring links, and market items',
      access: 'user',
      query: StrictObject(PageQuery),
      response: StrictObject({
        ...PageOf(StrictObject({ ...known, unlocked: Type.Boolean(), url: Text(2048) })).properties,
        marketItems: Type.Array(EntitledDownload),
      }),
    },
    downloadPackage: {
      summary: 'Returns a link to a package, valid for ten minutes',
      access: 'user',
      response: StrictObject(link),
    },
    listBackstagePackages: {
      summary: 'Lists all packages, including unpublished ones, newest first',
      access: 'admin',
      query: tableQuery(packageColumns, {
        platform: Type.Optional(Enum(platforms)),
        state: Type.Optional(Enum(backstageStates)),
      }),
      response: TableOf(BackstagePackage),
    },
    createPackage: {
      summary: 'Publishes an upload of kind `file` as a package',
      access: 'admin',
      idempotent: true,
      body: StrictObject({
        name: WrittenText({ min: 1, max: MAX_PACKAGE_NAME_LENGTH }),
        platform: Enum(platforms),
        /** For example 2.4, 2.4.1-beta.2 or 2026.11. */
        version: WrittenText({ min: 1, max: MAX_VERSION_LENGTH }, { pattern: '^[0-9A-Za-z]+([.+_-][0-9A-Za-z]+)*$' }),
        uploadId: Id,
        notes: Type.Optional(WrittenText({ max: MAX_PACKAGE_NOTES_LENGTH })),
        needsCode: Type.Optional(Type.Boolean()),
      }),
      status: 201,
      response: BackstagePackage,
    },
    updatePackage: {
      summary: 'Edits, unpublishes or republishes a package',
      access: 'admin',
      body: StrictObject({
        notes: Type.Optional(WrittenText({ max: MAX_PACKAGE_NOTES_LENGTH })),
        needsCode: Type.Optional(Type.Boolean()),
        withdrawn: Type.Optional(Type.Boolean()),
        reason: Type.Optional(Reason),
        clear: Type.Optional(Type.Array(Enum(['notes']), { maxItems: 1 })),
      }),
      response: BackstagePackage,
    },
  },
)
