export const paths = {
  listPackages: 'GET /workspace/software',
  listUnlocked: 'GET /workspace/software/redeemcode/download',
  downloadPackage: 'GET /workspace/software/:id/download',
} as const
