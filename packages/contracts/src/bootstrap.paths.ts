export const entryInfo = 'GET /entry/info' as const
export const openApi = 'GET /openapi.json' as const
export const healthLive = 'GET /health/live' as const
export const healthReady = 'GET /health/ready' as const
export const getFile = 'GET /files/:id/:name' as const
