/** Where the pages of one origin find their parts; what is left out is that origin itself. */
export interface PageHosts {
  api?: string
  socket?: string
  /** The FILES_ORIGIN of that API, where it is not the API itself. */
  files?: string
}

/** Hosts by the origin of the page, as the address bar shows it. */
export type Hosts = Readonly<Record<string, PageHosts>>

const PARTS: readonly string[] = ['api', 'socket', 'files']

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
        Object.entries(parts).every(([part, origin]) => PARTS.includes(part) && isOrigin(origin)),
    )
  )
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Written exactly as browsers send it, because it is compared as text. */
function isOrigin(value: unknown): boolean {
  return typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
