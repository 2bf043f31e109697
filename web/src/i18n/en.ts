import { enAccount } from './en.account.js'
import { enCommunity } from './en.community.js'
import { enLogin } from './en.login.js'
import { enMedia } from './en.media.js'
import { enMessages } from './en.messages.js'
import { enModels } from './en.models.js'
import { enNotifications } from './en.notifications.js'
import { enRenders } from './en.renders.js'
import { enUploads } from './en.uploads.js'
import { enViewer } from './en.viewer.js'
import { enWorks } from './en.works.js'

/** The English words of every page but home. Their shape is what the other languages must fill. */
export const en = {
  ...enLogin,
  ...enAccount,
  ...enUploads,
  ...enModels,
  ...enWorks,
  ...enViewer,
  media: enMedia,
  drawer: { close: 'Close' },
  renders: enRenders,
  ...enCommunity,
  ...enMessages,
  ...enNotifications,
}

export type PageWords = typeof en
