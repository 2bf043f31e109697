export const paths = {
  listWorks: 'GET /works',
  createWork: 'POST /works',
  getWork: 'GET /works/:id',
  updateWork: 'PATCH /works/:id',
  setHotspots: 'PUT /works/:id/hotspots',
  deleteWork: 'DELETE /works/:id',
  publishWork: 'POST /works/:id/publish',
  unpublishWork: 'POST /works/:id/unpublish',
  trashWork: 'POST /works/:id/trash',
  restoreWork: 'POST /works/:id/restore',
  listMyWorks: 'GET /me/works',
  overview: 'GET /me/overview',
} as const
