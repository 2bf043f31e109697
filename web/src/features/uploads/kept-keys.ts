// Under which names this device keeps what unfinished uploads need; forget-uploads.ts removes all of it.

export const LEFT_KEY = 'uploads-left'
export const KEPT_FILES_DATABASE = 'toile-uploads'
