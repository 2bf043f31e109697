export const listPackages = 'GET /workspace/software' as const
export const listUnlocked = 'GET /workspace/software/redeemcode/download' as const
export const downloadPackage = 'GET /workspace/software/:id/download' as const
export const listBackstagePackages = 'GET /backstage/packages' as const
export const createPackage = 'POST /backstage/packages' as const
export const updatePackage = 'PATCH /backstage/packages/:id' as const
