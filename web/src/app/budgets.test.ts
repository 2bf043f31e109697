import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import t from '@toile/testing/tap'

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  dynamicImports?: string[]
  isDynamicEntry?: boolean
}

/** These budgets are in kilobytes (1,024 bytes) after gzip. */
// The route names and the mutations take 3.5 kB of HOME_KB, and the same 3.5 kB of PAGE_KB.
const HOME_KB = 145
const PAGE_KB = 300
/** Of this budget, antd's Table takes 68 kB, antd's calendar 37 kB and the rest of antd 78 kB. */
const BACKSTAGE_KB = 380
/** This is the budget of the text editor, which is loaded when its field gets the focus or the pointer. */
const EDITOR_KB = 129
// three.js alone takes 155 kB and cannot be split further. The model decoder runs in a worker and is not counted.
const VIEWER_KB = 171

const dist = path.resolve(import.meta.dirname, '../../dist')
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
/** The manifest keys of the scripts in index.html. main.tsx has no key, because it is part of the shell's file. */
const named = [...readFileSync(path.join(dist, 'index.html'), 'utf8').matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(
  ([, file]) => Object.entries(manifest).find(([, chunk]) => chunk.file === file)![0],
)
const shell = [...named, 'src/locales/en/shell.json']
const pageWords = ['src/locales/en/pages.json', '../packages/contracts/locales/en/findings.json']
const HOME = 'src/features/home/HomePage.tsx'
const WORK_PAGE = 'src/features/works/work-page/WorkPage.tsx'
const VIEWER = 'src/viewer/Viewer.tsx'
const SOCKET = 'src/lib/socket-connection.ts'
const ACCOUNT_LAYOUT = 'src/features/account/AccountLayout.tsx'
const BACKSTAGE_LAYOUT = 'src/features/backstage/BackstageLayout.tsx'
const ACTIVITIES = 'src/features/backstage/activities'
const activityViews = [
  ['ActivityList'],
  ['NewActivity'],
  ['ActivityPage', 'LeaderboardTab'],
  ['ActivityPage', 'ActivityForm'],
].map((view) => ['ActivityCenterPage', ...view].map((name) => `${ACTIVITIES}/${name}.tsx`))
const EDITOR = 'src/features/rich-text/Editor.tsx'
const IN_ACCOUNT = /features\/(account|renders|software|works\/MyWorks)/
/** partsOf() omits these: they load only after a press, in an open item or dialog, or in cases such as no works. */
const whenWanted = [
  VIEWER,
  EDITOR,
  ...activityViews.flat(),
  'src/features/home/PatternPieces.tsx',
  'src/features/home/FeedNotes.tsx',
  'src/viewer/compare/Compare.tsx',
  'src/ui/crop/CropDialog.tsx',
  'src/features/videos/VideoPlayer.tsx',
  'src/features/works/HiddenNotice.tsx',
  'src/features/backstage/actions/ActionDialog.tsx',
  'src/features/backstage/announcements/AnnouncementDrawer.tsx',
  'src/features/backstage/announcements/NewAnnouncement.tsx',
  'src/features/backstage/courses/LessonDrawer.tsx',
  'src/features/backstage/courses/NewCourse.tsx',
  'src/features/backstage/courses/PendingLesson.tsx',
  'src/features/backstage/moderation/CaseDrawer.tsx',
  'src/features/backstage/packages/NewPackage.tsx',
  'src/features/backstage/packages/PackageDrawer.tsx',
  'src/features/backstage/queues/JobDrawer.tsx',
  'src/features/backstage/tenants/TenantDrawer.tsx',
  'src/features/backstage/tenants/TenantForm.tsx',
  'src/features/backstage/users/UserDrawer.tsx',
  'src/features/uploads/sending/upload-queue.ts',
  '../node_modules/antd/es/drawer/index.js',
  '../node_modules/antd/es/modal/Modal.js',
]
const IN_CHINESE = /zh[-_]cn/i

const isBackstage = (page: string) => page.startsWith('src/features/backstage/')

function chunksOf(...entries: string[]): Set<string> {
  const names = new Set<string>()
  const add = (name: string) => {
    if (names.has(name)) return
    names.add(name)
    manifest[name]!.imports?.forEach(add)
  }
  entries.forEach(add)
  return names
}

const filesOf = (...entries: string[]) => new Set([...chunksOf(...entries)].map((name) => manifest[name]!.file))

/** A chunk's dynamic imports. load-namespaces.ts can import all texts, so textsOf() finds the texts in use instead. */
const importsOf = (chunk: string) =>
  manifest[chunk]!.name === 'load-namespaces' ? [] : (manifest[chunk]!.dynamicImports ?? [])

/** The manifest keys of the texts that a chunk names when it calls loadNamespaces(). */
function textsOf(chunk: string): string[] {
  const script = readFileSync(path.join(dist, manifest[chunk]!.file), 'utf8')
  return [...script.matchAll(/await [\w$]+\(((?:`[\w-]+`,?)+)\)/g)]
    .flatMap(([, names]) => names!.replaceAll('`', '').split(','))
    .flatMap((name) => Object.keys(manifest).find((key) => key.endsWith(`/locales/en/${name}.json`)) ?? [])
}

/** Manifest keys of what a page loads without user input, in English. chunksOf() adds the static imports to them. */
function partsOf(page: string, ...views: string[]): string[] {
  const before = chunksOf(...shell)
  const atOnce = new Set<string>()
  const follow = (entry: string) => {
    const asked = [...chunksOf(entry)]
      .filter((name) => !before.has(name))
      .flatMap((name) => [...importsOf(name), ...textsOf(name)])
    for (const part of asked) {
      if (atOnce.has(part) || whenWanted.includes(part) || IN_CHINESE.test(part)) continue
      atOnce.add(part)
      follow(part)
    }
  }
  for (const entry of [page, ...views]) follow(entry)
  if (page === HOME) return [page, ...atOnce]
  const layout = isBackstage(page) ? [BACKSTAGE_LAYOUT] : IN_ACCOUNT.test(page) ? [ACCOUNT_LAYOUT] : []
  return [...pageWords, page, ...views, ...atOnce, SOCKET, ...layout]
}

function budgetOf(page: string): number {
  if (page === HOME) return HOME_KB
  return isBackstage(page) ? BACKSTAGE_KB : PAGE_KB
}

const sizes = new Map<string, number>()
function kilobytes(files: Iterable<string>): number {
  let sum = 0
  for (const file of files) {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(path.join(dist, file))).length / 1_024)
    sum += sizes.get(file)!
  }
  return sum
}

t.test('keeps every page within its JavaScript budget', async (t) => {
  const pages = Object.keys(manifest).filter((name) => /^src\/features\/.*Pages?\.tsx$/.test(name))
  const views = [
    ...pages.filter((page) => !activityViews.flat().includes(page)).map((page) => [page] as const),
    ...activityViews,
  ]
  const before = filesOf(...shell, ...pageWords, WORK_PAGE)
  const viewerOnly = [...filesOf(VIEWER)].filter((file) => !before.has(file))
  const form = filesOf(...shell, ...pageWords, BACKSTAGE_LAYOUT, `${ACTIVITIES}/ActivityForm.tsx`)
  const editorOnly = [...filesOf(EDITOR)].filter((file) => !form.has(file))
  const rows = [
    ...views.map(([page, ...parts]) => ({
      part: [page, ...parts].map((name) => path.basename(name!, '.tsx')).join(', '),
      kB: kilobytes(filesOf(...shell, ...partsOf(page!, ...parts))),
      budget: budgetOf(page!),
    })),
    { part: 'Editor, once entered', kB: kilobytes(editorOnly), budget: EDITOR_KB },
    { part: 'Viewer, once wanted', kB: kilobytes(viewerOnly), budget: VIEWER_KB },
  ]
  t.ok(pages.includes(HOME))
  for (const name of ['audit-fields', 'moderation-backstage'])
    t.ok(partsOf('src/features/backstage/moderation/AuditPage.tsx').includes(`src/locales/en/${name}.json`))
  for (const { part, kB, budget } of rows) t.ok(kB <= budget, `${part}: ${kB.toFixed(1)} of ${budget} kB`)
})
