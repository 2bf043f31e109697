import { local } from '../../../lib/storage.js'

export const RESUMABLE_UPLOADS_KEY = 'uploads-left'
export const FILE_HANDLES_DATABASE = 'toile-uploads'

/** Every page calls this function, so this file must not import any code of the uploads. */
export const hasResumableUploads = (): boolean => local.getItem(RESUMABLE_UPLOADS_KEY) !== null
