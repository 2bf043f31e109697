export const paths = {
  listBackstageMarketItems: 'GET /backstage/market-items',
  createMarketItem: 'POST /backstage/market-items',
  getBackstageMarketItem: 'GET /backstage/market-items/:id',
  updateMarketItem: 'PATCH /backstage/market-items/:id',
  deleteMarketItem: 'DELETE /backstage/market-items/:id',
  publishMarketItem: 'POST /backstage/market-items/:id/publish',
  withdrawMarketItem: 'POST /backstage/market-items/:id/withdraw',
} as const
