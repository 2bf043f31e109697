import type { RouteName } from '@toile/contracts/routes'
import type { AccountStep } from '@toile/contracts/sessions.constants'

/** Who passes the guard of a route. What a guard lets pass may still be refused for what it says. */
export type Right = 'everyone' | 'signed in' | 'verified' | 'owner' | 'verified owner' | 'administrator'

/**
 * THE table of rights: every route against what it grants, written a second time and on purpose. A route that changes
 * its access, or a new one, fails until its line here says so too. After the right stand the steps of half-made
 * accounts that may call it.
 */
export const rights: Record<RouteName, readonly [Right, ...AccountStep[]]> = {
  entryInfo: ['everyone'],
  openApi: ['everyone'],
  healthLive: ['everyone'],
  healthReady: ['everyone'],
  getFile: ['everyone'],

  register: ['everyone'],
  login: ['everyone'],
  logout: ['signed in', 'bind_email'],
  me: ['signed in', 'bind_email'],

  retrievePassword: ['everyone'],
  resetPassword: ['everyone'],
  changePassword: ['signed in'],
  sendVerification: ['signed in'],
  confirmEmail: ['everyone', 'bind_email'],
  changeEmail: ['signed in'],
  bindEmail: ['signed in', 'bind_email'],
  listSessions: ['signed in'],
  endSession: ['owner'],
  getProfile: ['signed in'],
  updateProfile: ['signed in'],
  setAvatar: ['signed in'],
  removeAvatar: ['signed in'],
  deleteAccount: ['signed in'],
  exportAccount: ['signed in'],

  listProviders: ['everyone'],
  startSocial: ['everyone'],
  completeGoogle: ['everyone'],
  completeFacebook: ['everyone'],
  listIdentities: ['signed in'],
  linkIdentity: ['verified'],
  unlinkIdentity: ['signed in'],

  listUploads: ['signed in'],
  getUpload: ['owner'],
  retryUpload: ['owner'],
  tusOptions: ['everyone'],
  tusCreate: ['signed in'],
  tusOffset: ['owner'],
  tusAppend: ['owner'],
  tusTerminate: ['owner'],

  createImage: ['signed in'],
  getImage: ['owner'],
  getVideo: ['owner'],

  createRender: ['verified'],
  listRenders: ['signed in'],
  listEngines: ['signed in'],
  estimateRender: ['signed in'],
  getRender: ['owner'],
  cancelRender: ['owner'],
  retryRender: ['owner'],
  approveRender: ['owner'],
  useRenderOutput: ['owner'],

  listWorks: ['everyone'],
  createWork: ['signed in'],
  getWork: ['everyone'],
  updateWork: ['owner'],
  setHotspots: ['owner'],
  deleteWork: ['owner'],
  publishWork: ['verified owner'],
  unpublishWork: ['owner'],
  trashWork: ['owner'],
  restoreWork: ['owner'],
  listMyWorks: ['signed in'],
  overview: ['signed in'],
  like: ['signed in'],
  unlike: ['signed in'],
  viewWork: ['everyone'],
  downloadWork: ['signed in'],
  listVersions: ['everyone'],
  addVersion: ['owner'],
  suggestTags: ['everyone'],
  oembed: ['everyone'],

  listComments: ['everyone'],
  addComment: ['signed in'],
  deleteComment: ['signed in'],

  listCreators: ['everyone'],
  getCreator: ['everyone'],
  listCreatorWorks: ['everyone'],
  listFollowers: ['everyone'],
  listFollowing: ['everyone'],
  follow: ['signed in'],
  unfollow: ['signed in'],
  setBanner: ['signed in'],
  removeBanner: ['signed in'],
  setLayout: ['signed in'],

  createReport: ['signed in'],

  listNotifications: ['signed in'],
  readNotifications: ['signed in'],
  unreadNotifications: ['signed in'],
  getPreferences: ['signed in'],
  setPreferences: ['signed in'],
  unsubscribe: ['everyone'],
  listAnnouncements: ['administrator'],
  createAnnouncement: ['administrator'],
  getAnnouncement: ['administrator'],
}
