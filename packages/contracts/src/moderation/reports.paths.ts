export const createReport = 'POST /reports' as const
