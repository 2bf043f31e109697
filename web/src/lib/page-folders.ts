/**
 * Folders of all pages but the root. A literal spares visitors the list of pages; page-folders.test.ts compares both.
 */
export const pageFolders = [
  ...['/embed', '/embed/spin', '/upload', '/project', '/creators', '/activity', '/learning', '/login'],
  ...['/social', '/social/google', '/social/facebook', '/agreement', '/static', '/static/activity', '/admin'],
  ...['', '/operatingCenter', '/learningCenter', '/activityCenter', '/marketItems'].map(
    (of) => `/backgroundAdmin${of}`,
  ),
]
