import { local } from '../../../lib/storage.js'

export const RESUMABLE_UPLOADS_KEY = 'uploads-left'
export const FILE_HANDLES_DATABASE = 'toile-uploads'

/** Cheap enough for every page. */
export const hasResumableUploads = (): boolean => local.getItem(RESUMABLE_UPLOADS_KEY) !== null
