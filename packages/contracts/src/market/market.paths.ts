export const paths = {
  listMarketItems: 'GET /market/items',
  getMarketItem: 'GET /market/items/:id',
  downloadMarketItem: 'POST /market/items/:id/download',
  getMarketFile: 'GET /market/files/:id',
} as const
