export const listBackstageWorks = 'GET /backstage/works' as const
export const getBackstageWork = 'GET /backstage/works/:id' as const
export const hideWorks = 'POST /backstage/works/hide' as const
export const unhideWorks = 'POST /backstage/works/unhide' as const
export const featureWorks = 'POST /backstage/works/feature' as const
export const listUnlisted = 'GET /backstage/unlisted' as const
