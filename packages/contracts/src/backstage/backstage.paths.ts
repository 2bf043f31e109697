export const paths = {
  getOverview: 'GET /backstage/overview',
  searchUsers: 'GET /backstage/people',
  getArrangement: 'GET /backstage/layouts/:page',
  setArrangement: 'PUT /backstage/layouts/:page',
} as const
