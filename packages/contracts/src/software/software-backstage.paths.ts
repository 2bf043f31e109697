export const paths = {
  listBackstagePackages: 'GET /backstage/packages',
  createPackage: 'POST /backstage/packages',
  updatePackage: 'PATCH /backstage/packages/:id',
} as const
