import type { PageWords } from './en.js'
import { zhCNAccount } from './zh-CN.account.js'
import { zhCNCommunity } from './zh-CN.community.js'
import { zhCNLogin } from './zh-CN.login.js'
import { zhCNMedia } from './zh-CN.media.js'
import { zhCNMessages } from './zh-CN.messages.js'
import { zhCNModels } from './zh-CN.models.js'
import { zhCNNotifications } from './zh-CN.notifications.js'
import { zhCNRenders } from './zh-CN.renders.js'
import { zhCNUploads } from './zh-CN.uploads.js'
import { zhCNViewer } from './zh-CN.viewer.js'
import { zhCNWorks } from './zh-CN.works.js'

/** The Chinese words of every page but home. */
export const zhCN: PageWords = {
  ...zhCNLogin,
  ...zhCNAccount,
  ...zhCNUploads,
  ...zhCNModels,
  ...zhCNWorks,
  ...zhCNViewer,
  media: zhCNMedia,
  drawer: { close: '关闭' },
  renders: zhCNRenders,
  ...zhCNCommunity,
  ...zhCNMessages,
  ...zhCNNotifications,
}
