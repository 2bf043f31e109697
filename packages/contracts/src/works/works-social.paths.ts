export const paths = {
  like: 'PUT /works/:id/like',
  unlike: 'DELETE /works/:id/like',
  viewWork: 'POST /works/:id/views',
  downloadWork: 'GET /works/:id/download',
  listVersions: 'GET /works/:id/versions',
  addVersion: 'POST /works/:id/versions',
  suggestTags: 'GET /tags',
  oembed: 'GET /oembed',
} as const
