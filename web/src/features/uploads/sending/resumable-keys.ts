import { local } from '../../../lib/storage.js'

export const RESUMABLE_UPLOADS_KEY = 'uploads-left'
export const FILE_HANDLES_DATABASE = 'toile-uploads'

/** This file must not import any code of the uploads, because all pages of signed-in users call this function. */
export const hasResumableUploads = (): boolean => local.getItem(RESUMABLE_UPLOADS_KEY) !== null
