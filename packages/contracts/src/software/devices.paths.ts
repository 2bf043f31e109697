export const listDevices = 'GET /workspace/devices' as const
export const unbindDevice = 'DELETE /workspace/devices/:id' as const
export const activate = 'POST /studio/activate' as const
export const renewLease = 'POST /studio/lease' as const
export const listActivations = 'GET /backstage/activations' as const
export const endActivation = 'DELETE /backstage/activations/:id' as const
export const endActivations = 'POST /backstage/activations/unbind' as const
