/** How far the latest uploads and renders are, at one glance. */
export const enProgress = {
  progress: {
    underWay_one: 'Not yet: {{count}} is under way',
    underWay_other: 'Not yet: {{count}} are under way',
    atRest: 'Nothing is under way.',
    uploads: 'Uploads',
    noUploads: 'Nothing uploaded yet.',
    noRenders: 'Nothing rendered yet.',
    uploadsFailed: 'Your uploads could not be loaded.',
  },
}
export type ProgressWords = typeof enProgress
