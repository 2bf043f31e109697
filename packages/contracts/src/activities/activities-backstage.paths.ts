export const paths = {
  listBackstageActivities: 'GET /backstage/activities',
  createActivity: 'POST /backstage/activities',
  getBackstageActivity: 'GET /backstage/activities/:id',
  updateActivity: 'PATCH /backstage/activities/:id',
  announceActivity: 'POST /backstage/activities/:id/announce',
  getStanding: 'GET /backstage/activities/:id/standing',
  awardActivity: 'POST /backstage/activities/:id/award',
  listBackstageEntries: 'GET /backstage/activity-works',
  disqualifyEntry: 'POST /backstage/activity-works/:id/disqualify',
  disqualifyEntries: 'POST /backstage/activity-works/disqualify',
  reinstateEntry: 'POST /backstage/activity-works/:id/reinstate',
} as const
