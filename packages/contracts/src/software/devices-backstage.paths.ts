/** An activation is a user's binding to a device. Ending the activation unbinds the device. */
export const paths = {
  listActivations: 'GET /backstage/activations',
  endActivation: 'DELETE /backstage/activations/:id',
  endActivations: 'POST /backstage/activations/unbind',
} as const
