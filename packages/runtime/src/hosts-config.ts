/** `api`, `socket` and `files` default to the page's own origin. Without `measurement`, gtag.js is not loaded. */
interface PageHosts {
  api?: string
  socket?: string
  files?: string
  measurement?: Measurement
}

/** Settings of gtag.js: its id, the address of the script, and further origins that the script sends data to. */
interface Measurement {
  id: string
  script: string
  send?: readonly string[]
}

export type Hosts = Readonly<Record<string, PageHosts>>

const partNames: readonly string[] = ['api', 'socket', 'files']

/** Reads HOSTS, as JSON: `{"https://www.toile.example":{"api":"https://api.toile.example"}}`. */
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

/** Accepts an origin only in the form that browsers send, because origins are compared as text. */
function isOrigin(value: unknown): boolean {
  return typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value
}

/** Removes `measurement`, for pages whose addresses third parties must not see. */
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
