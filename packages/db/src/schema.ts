import type { AccountsTables } from './schema/accounts.js'
import type { ActivitiesTables } from './schema/activities.js'
import type { AnalyticsTables } from './schema/analytics.js'
import type { CoursesTables } from './schema/courses.js'
import type { EventsTables } from './schema/events.js'
import type { FilesTables } from './schema/files.js'
import type { ImagesTables } from './schema/images.js'
import type { MarketTables } from './schema/market.js'
import type { MessagesTables } from './schema/messages.js'
import type { ModerationTables } from './schema/moderation.js'
import type { NotificationsTables } from './schema/notifications.js'
import type { QueuesTables } from './schema/queues.js'
import type { RendersTables } from './schema/renders.js'
import type { SoftwareTables } from './schema/software.js'
import type { UploadsTables } from './schema/uploads.js'
import type { UsersTables } from './schema/users.js'
import type { VideosTables } from './schema/videos.js'
import type { WorksTables } from './schema/works.js'

export interface Schema
  extends
    AccountsTables,
    ActivitiesTables,
    AnalyticsTables,
    CoursesTables,
    EventsTables,
    FilesTables,
    ImagesTables,
    MarketTables,
    MessagesTables,
    ModerationTables,
    NotificationsTables,
    QueuesTables,
    RendersTables,
    SoftwareTables,
    UploadsTables,
    UsersTables,
    VideosTables,
    WorksTables {}
