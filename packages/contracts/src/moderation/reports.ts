import { declareRoutes } from '../route.js'
import { Id, Enum, StrictObject, Time, WrittenText } from '../shapes.js'
import { MAX_REPORT_LENGTH, reportKinds } from './reports.constants.js'
import { paths } from './reports.paths.js'

const Report = StrictObject({ id: Id, kind: Enum(reportKinds), subjectId: Id, createdAt: Time })

export const routes = declareRoutes(paths, {
  createReport: {
    summary: 'Reports a work, comment, user or message; a repeated report returns the first',
    access: 'user',
    rate: [{ calls: 20, windowSeconds: 3600, by: ['user'] }],
    body: StrictObject({
      kind: Enum(reportKinds),
      id: Id,
      reason: WrittenText({ min: 1, max: MAX_REPORT_LENGTH }),
    }),
    status: 201,
    response: Report,
  },
})
