import { invalidInput, ToileError } from '@toile/contracts/errors'
import type { BackstagePackage, Package, EntitledDownload } from '@toile/contracts/software/software'
import { findEntitlement } from '@toile/db/software/codes'
import type { MarketRow } from '@toile/db/market/market'
import {
  findPackage,
  insertPackage,
  listPackages,
  packagesTable,
  updatePackage,
  type PackageRow,
} from '@toile/db/software/software'
import { listEntitledDownloads } from '@toile/db/software/entitled-downloads'
import { findSentFile } from '@toile/db/uploads/uploads'
import { readTable } from '@toile/db/table'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'

const knownView = (row: PackageRow) => ({
  id: row.id,
  name: row.name,
  platform: row.platform,
  version: row.version,
  notes: row.notes,
  filename: row.filename,
  bytes: row.bytes,
  sha256: row.sha256,
  needsCode: row.needsCode,
  createdAt: row.createdAt.toISOString(),
})
const packageView = (row: PackageRow, isEntitled: boolean): Package => ({
  ...knownView(row),
  unlocked: isEntitled || !row.needsCode,
})
const entitledDownload = (row: MarketRow): EntitledDownload => ({
  id: row.id,
  title: row.title,
  category: row.category,
  filename: row.filename ?? '',
  bytes: row.bytes ?? 0,
  publishedAt: row.publishedAt!.toISOString(),
})
const backstageView = (row: PackageRow): BackstagePackage => ({
  ...knownView(row),
  withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
})

export function softwareHandlers({ links }: Context) {
  const linkTo = ({ fileId: id, filename }: PackageRow) =>
    links.file({ id, name: encodeURIComponent(filename), public: false })
  return {
    async listPackages({ db, user, query }) {
      const page = await listPackages(db, { limit: query.limit, cursor: query.cursor })
      const isEntitled = (await findEntitlement(db, user.id)) !== undefined
      return { items: page.items.map((row) => packageView(row, isEntitled)), nextCursor: page.nextCursor }
    },

    async listUnlocked({ db, user, query }) {
      const page = await listEntitledDownloads(db, { limit: query.limit, cursor: query.cursor })
      if (!(await findEntitlement(db, user.id))) return { items: [], marketItems: [], nextCursor: null }
      return {
        items: page.packages.map((row) => ({ ...packageView(row, true), url: linkTo(row) })),
        marketItems: page.marketItems.map(entitledDownload),
        nextCursor: page.nextCursor,
      }
    },

    async downloadPackage({ db, user, params }) {
      const row = await findPackage(db, params.id)
      if (!row || row.withdrawnAt) throw new ToileError('NOT_FOUND')
      if (row.needsCode && !(await findEntitlement(db, user.id))) throw new ToileError('SOFTWARE_LOCKED')
      return { url: linkTo(row), filename: row.filename, bytes: row.bytes, sha256: row.sha256 }
    },
  } satisfies Partial<Handlers>
}

export function backstagePackageHandlers() {
  return {
    async listBackstagePackages({ db, query }) {
      const { items, total } = await readTable<PackageRow, typeof query>(db, packagesTable, query)
      return { items: items.map(backstageView), total }
    },

    async createPackage({ db, user, body }) {
      const file = await findSentFile(db, body.uploadId)
      if (!file) throw invalidInput({ uploadId: [{ code: 'FIELD_UPLOAD_NOT_READY' }] })
      const { name, version, notes = '', platform, needsCode = false } = body
      const made = { name, version, notes, platform, needsCode, fileId: file.fileId, filename: file.name }
      const id = await insertPackage(db, made, user.id)
      return backstageView((await findPackage(db, id))!)
    },

    async updatePackage({ db, user, params: { id }, body: { clear, ...body } }) {
      await updatePackage(db, id, { ...body, ...(clear?.includes('notes') && { notes: '' }) }, user.id)
      return backstageView((await findPackage(db, id))!)
    },
  } satisfies Partial<Handlers>
}
