/** The page that shows all calls of the API. */
export const enApi = {
  api: {
    title: 'The API',
    about:
      'Every call that this Toile answers. Send the token that signing in answers with as below; each error has the shape below.',
    search: 'Search calls',
    none: 'No call has all of these words.',
    failed: 'The description could not be loaded.',
    access: {
      public: 'Everyone',
      user: 'Signed in',
      verified: 'With a confirmed email',
      owner: 'Whose it is',
      admin: 'Administrators',
    },
    parameters: 'Parameters',
    in: { path: 'in the path', query: 'in the query', header: 'as a header' },
    body: 'Body',
    answer: 'Answer {{status}}',
    noBody: 'Without JSON.',
  },
}
export type ApiWords = typeof enApi
