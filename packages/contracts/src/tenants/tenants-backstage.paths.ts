export const paths = {
  listTenants: 'GET /backstage/tenants',
  createTenant: 'POST /backstage/tenants',
  getTenant: 'GET /backstage/tenants/:id',
  updateTenant: 'PATCH /backstage/tenants/:id',
  suspendTenant: 'POST /backstage/tenants/:id/suspend',
  resumeTenant: 'POST /backstage/tenants/:id/resume',
  deleteTenant: 'DELETE /backstage/tenants/:id',
  addTenantMember: 'PUT /backstage/tenants/:id/members/:userId',
  removeTenantMember: 'DELETE /backstage/tenants/:id/members/:userId',
} as const
