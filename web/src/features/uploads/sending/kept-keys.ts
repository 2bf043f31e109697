import { local } from '../../../lib/storage.js'

// Under which names this device keeps what unfinished uploads need; forget-uploads.ts removes all of it.

export const LEFT_KEY = 'uploads-left'
export const KEPT_FILES_DATABASE = 'toile-uploads'

/** Whether there is anything to go on with; cheap enough for every page. */
export const hasLeft = (): boolean => local.getItem(LEFT_KEY) !== null
