export const paths = {
  listActivations: 'GET /backstage/activations',
  endActivation: 'DELETE /backstage/activations/:id',
  endActivations: 'POST /backstage/activations/unbind',
} as const
