// The *.paths.ts files hold only methods and paths, so that the web client can load them without the routes' schemas.
// This file merges all of them except those of the backstage.

import { paths as activities } from './activities/activities.paths.js'
import { paths as activityEntries } from './activities/activity-entries.paths.js'
import { paths as analytics } from './analytics/analytics.paths.js'
import { paths as bootstrap } from './bootstrap.paths.js'
import { paths as comments } from './comments/comments.paths.js'
import { paths as courses } from './courses/courses.paths.js'
import { paths as crawlers } from './crawlers.paths.js'
import { paths as images } from './images/images.paths.js'
import { paths as market } from './market/market.paths.js'
import { paths as messages } from './messages/messages.paths.js'
import { paths as moderation } from './moderation/moderation.paths.js'
import { paths as reports } from './moderation/reports.paths.js'
import { paths as notifications } from './notifications/notifications.paths.js'
import { paths as renders } from './renders/renders.paths.js'
import { paths as spins } from './renders/spins.paths.js'
import { paths as emails } from './sessions/emails.paths.js'
import { paths as passwords } from './sessions/passwords.paths.js'
import { paths as sessions } from './sessions/sessions.paths.js'
import { paths as social } from './sessions/social.paths.js'
import { paths as codes } from './software/codes.paths.js'
import { paths as devices } from './software/devices.paths.js'
import { paths as software } from './software/software.paths.js'
import { paths as tenants } from './tenants/tenants.paths.js'
import { paths as uploads } from './uploads/uploads.paths.js'
import { paths as accounts } from './users/accounts.paths.js'
import { paths as blocks } from './users/blocks.paths.js'
import { paths as creators } from './users/creators.paths.js'
import { paths as invitations } from './users/invitations.paths.js'
import { paths as profiles } from './users/profiles.paths.js'
import { paths as users } from './users/users.paths.js'
import { paths as videos } from './videos/videos.paths.js'
import { paths as categories } from './works/categories.paths.js'
import { paths as worksSocial } from './works/works-social.paths.js'
import { paths as works } from './works/works.paths.js'

export const paths = {
  ...activities,
  ...activityEntries,
  ...analytics,
  ...bootstrap,
  ...comments,
  ...courses,
  ...crawlers,
  ...images,
  ...market,
  ...messages,
  ...moderation,
  ...reports,
  ...notifications,
  ...renders,
  ...spins,
  ...emails,
  ...passwords,
  ...sessions,
  ...social,
  ...codes,
  ...devices,
  ...software,
  ...tenants,
  ...uploads,
  ...accounts,
  ...blocks,
  ...creators,
  ...invitations,
  ...profiles,
  ...users,
  ...videos,
  ...categories,
  ...worksSocial,
  ...works,
}
