/**
 * Folders of all pages except the root. They are written out, so that visitors do not load the list of pages.
 * page-folders.test.ts compares the two lists.
 */
export const pageFolders = [
  ...['/embed', '/embed/spin', '/upload', '/project', '/creators', '/activity', '/learning', '/login'],
  ...['/social', '/social/google', '/social/facebook', '/agreement', '/static', '/static/activity', '/admin'],
  ...['', '/operatingCenter', '/learningCenter', '/activityCenter', '/marketItems'].map(
    (of) => `/backgroundAdmin${of}`,
  ),
]
