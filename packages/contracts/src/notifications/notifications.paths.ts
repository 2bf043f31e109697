export const paths = {
  listNotifications: 'GET /notifications',
  readNotifications: 'PUT /notifications/read',
  unreadNotifications: 'GET /notifications/unread',
  getPreferences: 'GET /me/preferences',
  setPreferences: 'PUT /me/preferences',
  unsubscribe: 'POST /unsubscribe',
} as const
