/** Columns of a page that stand in the file under their own names. */
const own = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, [name]])) as unknown as { readonly [N in Name]: readonly [N] }

/**
 * Every list of the back office that can be taken along: its page's columns, each with the columns of the file that say
 * what it says. An empty list is a column that stands in no file, such as one of buttons. The page's columns
 * (web/src/features/backstage) and the file's (packages/db/src/backstage-tables.ts) are held against this by their types.
 */
export const backstageColumns = {
  works: {
    title: ['title', 'state', 'visibility', 'hidden', 'featured', 'won'],
    ...own('creator', 'likes', 'views', 'comments', 'reports', 'released', 'created', 'categories'),
    hidden: ['hidden', 'hiddenAt', 'hiddenBy', 'hiddenReason'],
    actions: [],
  },
  unlisted: {
    ...own('title', 'creator', 'why'),
    hidden: ['hidden', 'hiddenAt', 'hiddenBy', 'hiddenReason'],
    ...own('since', 'created'),
    actions: [],
  },
  comments: {
    said: ['said', 'answers'],
    ...own('author'),
    place: ['place', 'placeKind'],
    ...own('reports', 'created'),
    hidden: ['hidden', 'hiddenAt', 'hiddenBy', 'hiddenReason'],
    actions: [],
  },
  's-codes': {
    ...own('code', 'status', 'days', 'note', 'receiver', 'receivedAt', 'usedBy', 'usedAt', 'voidedAt', 'createdAt'),
    actions: [],
  },
  's-code-batches': { ...own('note', 'days', 'count', 'used', 'void', 'left', 'maker', 'createdAt'), actions: [] },
  activations: { ...own('user', 'deviceName', 'state', 'boundAt', 'lastSeenAt', 'unboundAt'), actions: [] },
  courses: own('title', 'publishedAt', 'videos', 'durationSeconds', 'learners', 'finished', 'updatedAt'),
  activities: own(
    ...(['title', 'phase', 'startsAt', 'registrationEndsAt', 'submissionEndsAt', 'endsAt'] as const),
    ...(['participants', 'works', 'prize'] as const),
  ),
  entries: {
    ...own('title', 'creator', 'activity', 'phase'),
    submittedAt: ['submittedAt', 'version'],
    ...own('scores', 'score', 'rank'),
    prize: ['prize', 'bonus'],
    standing: ['standing', 'disqualifiedReason', 'prize'],
  },
  tenants: {
    ...own('name', 'contact', 'members'),
    storage: ['storage', 'storageLimit'],
    renders: ['renders', 'rendersLimit'],
    state: ['state', 'suspendedReason'],
    ...own('createdAt'),
  },
  users: {
    name: ['name', 'demo'],
    email: ['email', 'verified'],
    ...own('group'),
    state: ['state', 'bannedUntil', 'banReason'],
    ...own('tenant', 'created', 'seen', 'works', 'uploads', 'bytes'),
  },
  creators: {
    name: ['name', 'banned'],
    ...own('featured', 'works', 'followers', 'likes', 'views', 'renders', 'bytes', 'published'),
    actions: [],
  },
  market: own('title', 'publishedAt', 'category', 'access', 'formats', 'bytes', 'downloads', 'updatedAt'),
  packages: own('name', 'version', 'platform', 'state', 'needsCode', 'bytes', 'createdAt'),
  announcements: own('title', 'path', 'createdAt', 'state'),
  cases: {
    ...own('thing'),
    kind: ['kind', 'appeal'],
    ...own('author', 'reports', 'since'),
    state: ['state', 'takenBy', 'takenUntil', 'decidedBy'],
    ...own('decided'),
  },
  audit: {
    ...own('at'),
    sentence: ['sentence', 'subjectKind', 'subject', 'params'],
    changes: ['before', 'after'],
    ...own('reason', 'actor', 'action'),
    undo: ['undone'],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>

/** A list by the name that its page gives to BackstageTable. */
export type BackstageTableName = keyof typeof backstageColumns
/** A column of a list's page. */
export type BackstageColumn<T extends BackstageTableName> = keyof (typeof backstageColumns)[T] & string
type FileColumns = { [T in BackstageTableName]: (typeof backstageColumns)[T][keyof (typeof backstageColumns)[T]] }
/** A column of a list's file. */
export type FileColumn<T extends BackstageTableName> = FileColumns[T] extends readonly (infer Name extends string)[]
  ? Name
  : never

export const isBackstageTable = (name: string): name is BackstageTableName => Object.hasOwn(backstageColumns, name)

/** The columns of the file for these of the page, in their order there, each once; undefined where the page has no such column. */
export function fileColumns(table: BackstageTableName, chosen: readonly string[]): string[] | undefined {
  const all: Readonly<Record<string, readonly string[]>> = backstageColumns[table]
  if (!chosen.every((column) => Object.hasOwn(all, column))) return undefined
  return [...new Set(Object.keys(all).flatMap((column) => (chosen.includes(column) ? all[column]! : [])))]
}
