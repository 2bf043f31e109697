export const paths = {
  listBackstageCodes: 'GET /backstage/s-codes',
  listCodeBatches: 'GET /backstage/s-codes/batches',
  createCodes: 'POST /backstage/s-codes',
  giveCode: 'POST /backstage/s-codes/:id/give',
  voidCode: 'DELETE /backstage/s-codes/:id',
  voidCodes: 'POST /backstage/s-codes/void',
  voidBatch: 'POST /backstage/s-codes/batches/:id/void',
} as const
