export const paths = {
  listDevices: 'GET /workspace/devices',
  unbindDevice: 'DELETE /workspace/devices/:id',
  activate: 'POST /studio/activate',
  renewLease: 'POST /studio/lease',
} as const
