export const paths = {
  listActivities: 'GET /activities',
  getActivity: 'GET /activities/:id',
  registerForActivity: 'PUT /activities/:id/registration',
  cancelRegistration: 'DELETE /activities/:id/registration',
  getEligibility: 'GET /activities/:id/eligibility',
  listParticipants: 'GET /activities/:id/participants',
} as const
