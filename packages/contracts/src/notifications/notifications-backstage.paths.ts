export const paths = {
  listAnnouncements: 'GET /backstage/announcements',
  createAnnouncement: 'POST /backstage/announcements',
  getAnnouncement: 'GET /backstage/announcements/:id',
  withdrawAnnouncement: 'POST /backstage/announcements/:id/withdraw',
} as const
