/**
 * The folders that pages lie in, but the root: `/static/activity/:id` lies in `/static` and `/static/activity`. Written
 * out, because the list of all pages is longer than all of them, and this is in what every visitor loads;
 * page-folders.test.ts holds it against that list.
 */
export const pageFolders = [
  ...['/embed', '/embed/spin', '/upload', '/project', '/creators', '/activity', '/learning', '/login'],
  ...['/social', '/social/google', '/social/facebook', '/agreement', '/static', '/static/activity', '/admin'],
  ...['', '/operatingCenter', '/learningCenter', '/activityCenter', '/marketItems'].map(
    (of) => `/backgroundAdmin${of}`,
  ),
]
