/**
 * Folders of all pages except the root: `/static/activity/:id` is in `/static` and `/static/activity`. Written out,
 * because every visitor loads this and the list of pages is longer; page-folders.test.ts compares the two.
 */
export const pageFolders = [
  ...['/embed', '/embed/spin', '/upload', '/project', '/creators', '/activity', '/learning', '/login'],
  ...['/social', '/social/google', '/social/facebook', '/agreement', '/static', '/static/activity', '/admin'],
  ...['', '/operatingCenter', '/learningCenter', '/activityCenter', '/marketItems'].map(
    (of) => `/backgroundAdmin${of}`,
  ),
]
