export const paths = {
  listBackstageWorks: 'GET /backstage/works',
  getBackstageWork: 'GET /backstage/works/:id',
  hideWorks: 'POST /backstage/works/hide',
  unhideWorks: 'POST /backstage/works/unhide',
  featureWorks: 'POST /backstage/works/feature',
  listUnlisted: 'GET /backstage/unlisted',
} as const
