/**
 * A row of the specification (sections 2, 8 and 9 of shared/spec.md). For a constant, `file` must contain `text` word
 * for word. For a message, `file` must contain `what`. A row without `file` is not built yet.
 */
export interface SpecRow {
  what: string
  file?: string
  text?: string
}

const ACTIVITIES = 'web/src/locales/en/activities.json'
const EN = 'packages/contracts/locales/en/errors.json'
const PAGES = 'web/src/locales/en/pages.json'
const MARKET = 'web/src/locales/en/market.json'
const SHELL = 'web/src/locales/en/shell.json'
const GRID = 'packages/contracts/src/layouts/grid.constants.ts'
const LIMITS = 'packages/contracts/src/users/users.constants.ts'

/** A route with a file must be in the list of pages. A route without a file must be missing from it. */
export const routeRows: SpecRow[] = [
  { what: '/', file: 'web/src/features/home/HomePage.tsx' },
  { what: '/activity', file: 'web/src/features/activities/ActivitiesPage.tsx' },
  { what: '/activity/activityDetail', file: 'web/src/features/activities/ActivityDetailPage.tsx' },
  { what: '/creators', file: 'web/src/features/creators/CreatorsPage.tsx' },
  { what: '/creators/personalPage', file: 'web/src/features/creators/PersonalPage.tsx' },
  { what: '/learning', file: 'web/src/features/learning/LearningPage.tsx' },
  { what: '/learning/detail', file: 'web/src/features/learning/LessonPage.tsx' },
  { what: '/project/:id', file: 'web/src/features/works/work-page/WorkPage.tsx' },
  { what: '/upload', file: 'web/src/features/uploads/UploadPage.tsx' },
  { what: '/upload/uploadDetail', file: 'web/src/features/uploads/UploadDetailPage.tsx' },
  { what: '/static/about-us', file: 'web/src/features/legal/LegalPages.tsx' },
  { what: '/static/act-intro', file: 'web/src/features/activities/ActIntroPage.tsx' },
  { what: '/static/activity/:id', file: 'web/src/features/activities/ActivitySharePage.tsx' },
  { what: '/static/official-market', file: 'web/src/features/market/MarketPage.tsx' },
  { what: '/static/share-success', file: 'web/src/features/works/ShareSuccessPage.tsx' },
  { what: '/agreement/agree', file: 'web/src/features/legal/LegalPages.tsx' },
  { what: '/agreement/conceal', file: 'web/src/features/legal/LegalPages.tsx' },
  { what: '/login/signin', file: 'web/src/features/login/SignInPage.tsx' },
  { what: '/login/email', file: 'web/src/features/login/ForgotPage.tsx' },
  { what: '/login/mailbox', file: 'web/src/features/login/verification/MailboxPage.tsx' },
  { what: '/login/password', file: 'web/src/features/login/ResetPage.tsx' },
  { what: '/login/register', file: 'web/src/features/login/RegisterPage.tsx' },
  { what: '/login/threepassword', file: 'web/src/features/login/ThreePasswordPage.tsx' },
  { what: '/login/bind_email', file: 'web/src/features/login/BindEmailPage.tsx' },
  { what: '/social/facebook/login', file: 'web/src/features/login/SocialPage.tsx' },
  { what: '/social/google/login', file: 'web/src/features/login/SocialPage.tsx' },
  { what: '/admin', file: 'web/src/features/account/OverviewPage.tsx' },
  { what: '/admin/cloud', file: 'web/src/features/renders/RendersPage.tsx' },
  { what: '/admin/invite', file: 'web/src/features/invitations/InvitePage.tsx' },
  { what: '/admin/notification', file: 'web/src/features/notifications/NotificationsPage.tsx' },
  { what: '/admin/profile', file: 'web/src/features/account/ProfilePage.tsx' },
  { what: '/admin/software', file: 'web/src/features/software/SoftwarePage.tsx' },
  { what: '/admin/works', file: 'web/src/features/works/MyWorksPage.tsx' },
  {
    what: '/backgroundAdmin/operatingCenter/worksList',
    file: 'web/src/features/backstage/works/WorksPage.tsx',
  },
  {
    what: '/backgroundAdmin/operatingCenter/notFramer',
    file: 'web/src/features/backstage/works/UnlistedWorksPage.tsx',
  },
  {
    what: '/backgroundAdmin/operatingCenter/tenantOperation',
    file: 'web/src/features/backstage/tenants/TenantsPage.tsx',
  },
  {
    what: '/backgroundAdmin/operatingCenter/commentList',
    file: 'web/src/features/backstage/works/CommentsPage.tsx',
  },
  { what: '/backgroundAdmin/operatingCenter/sCode', file: 'web/src/features/backstage/codes/CodesPage.tsx' },
  {
    what: '/backgroundAdmin/operatingCenter/softwareActivate',
    file: 'web/src/features/backstage/activations/ActivationsPage.tsx',
  },
  { what: '/backgroundAdmin/learningCenter', file: 'web/src/features/backstage/courses/CoursesPage.tsx' },
  { what: '/backgroundAdmin/learningCenter/detail', file: 'web/src/features/backstage/courses/CoursePage.tsx' },
  { what: '/backgroundAdmin/activityCenter', file: 'web/src/features/backstage/activities/ActivityCenterPage.tsx' },
  {
    what: '/backgroundAdmin/activityCenter/avtiveworks',
    file: 'web/src/features/backstage/activities/EntriesPage.tsx',
  },
  { what: '/backgroundAdmin/userManagement', file: 'web/src/features/backstage/users/UsersPage.tsx' },
]

export const messageRows: SpecRow[] = [
  { what: 'Your login name or password is incorrect.', file: EN },
  { what: 'Please fill in the correct Email.', file: EN },
  { what: 'You must read and agree to the Terms of Service to continue', file: PAGES },
  { what: 'Email modification failed', file: EN },
  { what: 'Password modification failed', file: EN },
  { what: 'Email sending failed', file: PAGES },
  { what: 'This email has been verified', file: PAGES },
  { what: 'Network Failure!', file: SHELL },
  { what: 'Request Timeout', file: SHELL },
  { what: 'register failed, please try again later.', file: EN },
  { what: 'update failed, please retry later', file: PAGES },
  { what: 'request server failed!', file: SHELL },
  { what: 'internal server error', file: MARKET },
  { what: 'load failed, please retry later', file: MARKET },
  { what: 'get download links failed, please try again later', file: MARKET },
  { what: 'Winning works are not allowed to be deleted.', file: EN },
  { what: 'You have missed the registration time and cannot participate in the activity', file: ACTIVITIES },
  { what: 'You have missed the submission time, unable to submit your work', file: ACTIVITIES },
  { what: 'The activity has ended', file: ACTIVITIES },
  { what: 'file size over max size (500M) please select smaller one!', file: PAGES },
  { what: 'Page not found', file: SHELL },
  { what: 'Unauthenticated', file: EN },
  { what: 'Internal Server Error', file: EN },
]

export const constantRows: SpecRow[] = [
  {
    what: 'upload 500M',
    file: 'packages/contracts/src/uploads/uploads.constants.ts',
    text: 'MAX_UPLOAD_BYTES = 524_288_000',
  },
  {
    what: 'video under 50MB',
    file: 'packages/contracts/src/uploads/uploads.constants.ts',
    text: 'MAX_VIDEO_BYTES = 52_428_800',
  },
  {
    what: 'title 4 to 50',
    file: 'packages/contracts/src/works/works.constants.ts',
    text: 'titleLength = { min: 4, max: 50 }',
  },
  { what: 'intro under 1000', file: 'packages/contracts/src/works/works.constants.ts', text: 'MAX_INTRO_LENGTH = 999' },
  { what: 'password minimum 8', file: LIMITS, text: 'passwordLength = { min: 8,' },
  { what: 'cookies with path /', file: 'web/src/lib/cookies.ts', text: 'path=/' },
  { what: 'expiry only for a positive timestamp', file: 'web/src/lib/cookies.ts', text: 'expiresAtMs > 0' },
  { what: 'cookie name token', file: 'web/src/lib/session.ts', text: "readCookie('token')" },
  { what: 'toasts 74px from the top', file: 'web/src/ui/toasts/toasts.css', text: 'top: 74px' },
  { what: 'toasts of the kit 74px from the top', file: 'web/src/ui/toasts/toast-times.ts', text: 'TOAST_TOP_PX = 74' },
  { what: 'toast of a request 2.5 s', file: 'web/src/ui/toasts/toast-times.ts', text: 'request: 2_500' },
  { what: 'toast of the interface 2 s', file: 'web/src/ui/toasts/toast-times.ts', text: 'interface: 2_000' },
  { what: 'kit message 3 s', file: 'web/src/ui/toasts/toast-times.ts', text: 'message: 3_000' },
  { what: 'kit notification 4.5 s', file: 'web/src/ui/toasts/toast-times.ts', text: 'notification: 4_500' },
  { what: 'kit notice 1.5 s', file: 'web/src/ui/toasts/toast-times.ts', text: 'notice: 1_500' },
  {
    what: 'grid of 12 columns, row height 150, margin 10x10, transition 0.2 s',
    file: GRID,
    text: 'rowHeightPx: 150,\n  marginPx: 10,\n  transitionSeconds: 0.2',
  },
  {
    what: 'grid breakpoints lg 1200, md 996, sm 768, xs 480, xxs 0 with columns 12, 10, 6, 4, 2',
    file: GRID,
    text: 'breakpoints: { lg: 1200, md: 996, sm: 768, xs: 480, xxs: 0 },\n  columns: { lg: 12, md: 10, sm: 6, xs: 4, xxs: 2 }',
  },
  {
    what: 'cover 308x410',
    file: 'packages/contracts/src/images/images.constants.ts',
    text: 'width: 308, height: 410',
  },
  {
    what: 'banner 1920x420',
    file: 'packages/contracts/src/images/images.constants.ts',
    text: 'width: 1920, height: 420',
  },
  {
    what: 'detail 1724x924',
    file: 'packages/contracts/src/images/images.constants.ts',
    text: 'width: 1724, height: 924',
  },
  { what: 'viewport width 1200, maximum scale 2', file: 'web/index.html', text: 'width=1200, maximum-scale=2' },
  { what: 'cropper: maximum size 2000', file: 'web/src/ui/crop/section.ts', text: 'maxOutputPx: 2_000' },
  { what: 'cropper: minimum section 10', file: 'web/src/ui/crop/section.ts', text: 'minSectionPx: 10' },
  { what: 'cropper: -3 to 3 quarter turns', file: 'web/src/ui/crop/section.ts', text: 'maxQuarterTurns: 3' },
  { what: 'cropper: jpeg', file: 'web/src/ui/crop/CropDialog.tsx', text: "'image/jpeg'" },
  { what: 'cropper: ratio 1:1', file: 'web/src/ui/crop/CropDialog.tsx', text: 'ratio = 1,' },
  { what: 'cropper: contain', file: 'web/src/ui/crop/CropDialog.tsx', text: 'ImageRestriction.fitArea' },
  {
    what: 'rich text gives html or text',
    file: 'packages/contracts/src/rich-text.constants.ts',
    text: "RichTextOutput = 'html' | 'text'",
  },
]
