export const like = 'PUT /works/:id/like' as const
export const unlike = 'DELETE /works/:id/like' as const
export const viewWork = 'POST /works/:id/views' as const
export const downloadWork = 'GET /works/:id/download' as const
export const listVersions = 'GET /works/:id/versions' as const
export const addVersion = 'POST /works/:id/versions' as const
export const suggestTags = 'GET /tags' as const
export const oembed = 'GET /oembed' as const
