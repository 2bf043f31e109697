export const listActivities = 'GET /activities' as const
export const getActivity = 'GET /activities/:id' as const
export const registerForActivity = 'PUT /activities/:id/registration' as const
export const cancelRegistration = 'DELETE /activities/:id/registration' as const
export const getEligibility = 'GET /activities/:id/eligibility' as const
export const listParticipants = 'GET /activities/:id/participants' as const
