export const paths = {
  entryInfo: 'GET /entry/info',
  openApi: 'GET /openapi.json',
  healthLive: 'GET /health/live',
  healthReady: 'GET /health/ready',
  getFile: 'GET /files/:id/:name',
} as const
