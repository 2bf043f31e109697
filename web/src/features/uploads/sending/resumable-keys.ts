import { local } from '../../../lib/storage.js'

// Under which names this device keeps what unfinished uploads need; forget-uploads.ts removes all of it.

export const RESUMABLE_UPLOADS_KEY = 'uploads-left'
export const FILE_HANDLES_DATABASE = 'toile-uploads'

/** Whether there is anything to go on with; cheap enough for every page. */
export const hasResumableUploads = (): boolean => local.getItem(RESUMABLE_UPLOADS_KEY) !== null
