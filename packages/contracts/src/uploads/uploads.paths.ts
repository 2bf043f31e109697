export const paths = {
  listUploads: 'GET /uploads',
  getUpload: 'GET /uploads/:id',
  retryUpload: 'POST /uploads/:id/retry',
  correctUpload: 'PUT /uploads/:id/correction',
  forgetUploadAim: 'DELETE /uploads/:id/aim',
  tusOptions: 'OPTIONS /uploads',
  tusCreate: 'POST /uploads',
  tusOffset: 'HEAD /uploads/:id',
  tusAppend: 'PATCH /uploads/:id',
  tusTerminate: 'DELETE /uploads/:id',
} as const
