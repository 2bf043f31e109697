export const paths = {
  listCourses: 'GET /courses',
  listMyCourses: 'GET /me/courses',
  getCourse: 'GET /courses/:id',
  getCourseVideo: 'GET /courses/:id/videos/:videoId',
  setProgress: 'PUT /courses/:id/videos/:videoId/progress',
} as const
