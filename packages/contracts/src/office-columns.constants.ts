/** Columns of a page that stand in the file under their own names. */
const own = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, [name]])) as unknown as { readonly [N in Name]: readonly [N] }

/**
 * Every list of the back office that can be taken along: its page's columns, each with the columns of the file that say
 * what it says. An empty list is a column that stands in no file, such as one of buttons. The page's columns
 * (web/src/features/backstage) and the file's (packages/db/src/office-tables.ts) are held against this by their types.
 */
export const officeColumns = {
  works: {
    title: ['title', 'state', 'visibility', 'hidden', 'featured', 'won'],
    ...own('creator', 'likes', 'views', 'comments', 'reports', 'released', 'created', 'categories'),
    hidden: ['hidden', 'hiddenAt', 'hiddenBy', 'hiddenReason'],
    deeds: [],
  },
  unlisted: {
    ...own('title', 'creator', 'why'),
    hidden: ['hidden', 'hiddenAt', 'hiddenBy', 'hiddenReason'],
    ...own('since', 'created'),
    deeds: [],
  },
  comments: {
    said: ['said', 'answers'],
    ...own('author'),
    place: ['place', 'placeKind'],
    ...own('reports', 'created'),
    hidden: ['hidden', 'hiddenAt', 'hiddenBy', 'hiddenReason'],
    deeds: [],
  },
  's-codes': {
    ...own('code', 'status', 'days', 'note', 'receiver', 'receivedAt', 'usedBy', 'usedAt', 'voidedAt', 'createdAt'),
    deeds: [],
  },
  's-code-batches': { ...own('note', 'days', 'count', 'used', 'void', 'left', 'maker', 'createdAt'), deeds: [] },
  activations: { ...own('user', 'deviceName', 'state', 'boundAt', 'lastSeenAt', 'unboundAt'), deeds: [] },
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
    deeds: [],
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

/** A list by the name that its page gives to OfficeTable. */
export type OfficeTableName = keyof typeof officeColumns
/** A column of a list's page. */
export type OfficeColumn<T extends OfficeTableName> = keyof (typeof officeColumns)[T] & string
type FileColumns = { [T in OfficeTableName]: (typeof officeColumns)[T][keyof (typeof officeColumns)[T]] }
/** A column of a list's file. */
export type FileColumn<T extends OfficeTableName> = FileColumns[T] extends readonly (infer Name extends string)[]
  ? Name
  : never

export const isOfficeTable = (name: string): name is OfficeTableName => Object.hasOwn(officeColumns, name)

/** The columns of the file for these of the page, in their order there, each once; undefined where the page has no such column. */
export function fileColumns(table: OfficeTableName, chosen: readonly string[]): string[] | undefined {
  const all: Readonly<Record<string, readonly string[]>> = officeColumns[table]
  if (!chosen.every((column) => Object.hasOwn(all, column))) return undefined
  return [...new Set(Object.keys(all).flatMap((column) => (chosen.includes(column) ? all[column]! : [])))]
}
