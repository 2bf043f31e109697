/** Where the pages of one origin find their parts; what is left out is that origin itself. */
interface PageHosts {
  api?: string
  socket?: string
  /** The FILES_ORIGIN of that API, where it is not the API itself. */
  files?: string
  /** Somebody else's measurement of these pages; nobody's unless set. */
  measurement?: Measurement
}

/** A measurement in the manner of gtag.js: its id, its script, and the origins besides the script's that it sends to. */
interface Measurement {
  id: string
  script: string
  send?: readonly string[]
}

/** Hosts by the origin of the page, as the address bar shows it. */
export type Hosts = Readonly<Record<string, PageHosts>>

const partNames: readonly string[] = ['api', 'socket', 'files']

/** Reads HOSTS, JSON as `{"https://www.toile.example":{"api":"https://api.toile.example"}}`; empty is no map. */
export function readHosts(text: string | undefined, problems: string[]): Hosts {
  if (!text) return {}
  const hosts = parse(text)
  if (isHosts(hosts)) return hosts
  problems.push('HOSTS must be JSON of origins, as {"https://www.toile.example":{"api":"https://api.toile.example"}}')
  return {}
}

function isHosts(value: unknown): value is Hosts {
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([page, parts]) =>
        isOrigin(page) &&
        isObject(parts) &&
        Object.entries(parts).every(
          ([part, value]) =>
            (partNames.includes(part) && isOrigin(value)) || (part === 'measurement' && isMeasurement(value)),
        ),
    )
  )
}

function isMeasurement(value: unknown): value is Measurement {
  if (!isObject(value)) return false
  const { id, script, send, ...rest } = value as Record<keyof Measurement, unknown>
  const isScript = typeof script === 'string' && /^https?:/.test(script) && URL.canParse(script)
  const isId = typeof id === 'string' && /^[\w-]{1,64}$/.test(id)
  return (
    isId &&
    isScript &&
    (send === undefined || (Array.isArray(send) && send.every(isOrigin))) &&
    !Object.keys(rest).length
  )
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Written exactly as browsers send it, because it is compared as text. */
function isOrigin(value: unknown): boolean {
  return typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value
}

/** The map without anybody else's measurement, for pages that nobody else is to know of. */
export function withoutMeasurement(hosts: Hosts): Hosts {
  const own = Object.entries(hosts).map(([page, { measurement: _, ...parts }]) => [page, parts] as const)
  return Object.fromEntries(own.filter(([, parts]) => Object.keys(parts).length > 0))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
