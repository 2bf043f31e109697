import type { TableColumns } from '../backstage/tables.constants.js'

export const userColumns = {
  name: { file: ['name', 'demo'] },
  email: { file: ['email', 'verified'] },
  group: {},
  state: { file: ['state', 'bannedUntil', 'banReason'] },
  tenant: {},
  created: { sort: true },
  seen: { sort: true },
  works: { sort: true },
  uploads: { sort: true },
  bytes: { sort: true },
} as const satisfies TableColumns

export const creatorColumns = {
  name: { file: ['name', 'banned'] },
  featured: { sort: true },
  works: { sort: true },
  followers: { sort: true },
  likes: { sort: true },
  views: { sort: true },
  renders: { sort: true },
  bytes: { sort: true },
  published: { sort: true },
  actions: { file: [] },
} as const satisfies TableColumns
