import { local } from '../../../lib/storage.js'

// The names under which this device stores what resuming an upload needs; forget-uploads.ts removes all of it.

export const RESUMABLE_UPLOADS_KEY = 'uploads-left'
export const FILE_HANDLES_DATABASE = 'toile-uploads'

/** Whether there is an upload to resume; cheap enough for every page. */
export const hasResumableUploads = (): boolean => local.getItem(RESUMABLE_UPLOADS_KEY) !== null
