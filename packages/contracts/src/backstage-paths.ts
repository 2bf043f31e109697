import { paths as activities } from './activities/activities-backstage.paths.js'
import { paths as analytics } from './analytics/analytics-backstage.paths.js'
import { paths as audit } from './audit/audit.paths.js'
import { paths as timeline } from './audit/timeline.paths.js'
import { paths as backstage } from './backstage/backstage.paths.js'
import { paths as tableExports } from './backstage/table-exports.paths.js'
import { paths as comments } from './comments/comments-backstage.paths.js'
import { paths as courses } from './courses/courses-backstage.paths.js'
import { paths as market } from './market/market-backstage.paths.js'
import { paths as messages } from './messages/messages-backstage.paths.js'
import { paths as moderation } from './moderation/moderation-backstage.paths.js'
import { paths as notifications } from './notifications/notifications-backstage.paths.js'
import { paths as alerts } from './queues/alerts.paths.js'
import { paths as queues } from './queues/queues.paths.js'
import { paths as codes } from './software/codes-backstage.paths.js'
import { paths as devices } from './software/devices-backstage.paths.js'
import { paths as software } from './software/software-backstage.paths.js'
import { paths as tenants } from './tenants/tenants-backstage.paths.js'
import { paths as users } from './users/users-backstage.paths.js'
import { paths as categories } from './works/categories-backstage.paths.js'
import { paths as works } from './works/works-backstage.paths.js'

export const paths = {
  ...activities,
  ...analytics,
  ...audit,
  ...timeline,
  ...backstage,
  ...tableExports,
  ...comments,
  ...courses,
  ...market,
  ...messages,
  ...moderation,
  ...notifications,
  ...alerts,
  ...queues,
  ...codes,
  ...devices,
  ...software,
  ...tenants,
  ...users,
  ...categories,
  ...works,
}
