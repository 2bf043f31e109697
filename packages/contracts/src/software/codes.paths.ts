export const paths = {
  listCodes: 'GET /workspace/software/redeemcode',
  redeemCode: 'POST /workspace/software/redeemcode',
} as const
