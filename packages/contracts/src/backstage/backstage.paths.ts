export const getOverview = 'GET /backstage/overview' as const
export const searchUsers = 'GET /backstage/people' as const
export const getArrangement = 'GET /backstage/layouts/:page' as const
export const setArrangement = 'PUT /backstage/layouts/:page' as const
