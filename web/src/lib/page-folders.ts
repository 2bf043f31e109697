/**
 * Every folder that contains a page, except the root. The list is written out, so that visitors do not load
 * pages.constants.ts. page-folders.test.ts compares the folders in both.
 */
export const pageFolders = [
  ...['/embed', '/embed/spin', '/upload', '/project', '/creators', '/activity', '/learning', '/login'],
  ...['/social', '/social/google', '/social/facebook', '/agreement', '/static', '/static/activity', '/admin'],
  ...['', '/operatingCenter', '/learningCenter', '/activityCenter', '/marketItems'].map(
    (of) => `/backgroundAdmin${of}`,
  ),
]
