export const paths = {
  sendVerification: 'POST /auth/email/verification',
  confirmEmail: 'PUT /auth/email/verification',
  disownEmail: 'DELETE /auth/email/verification',
  changeEmail: 'PUT /auth/email',
  bindEmail: 'PATCH /auth/email/bind',
} as const
