import { timeOfId } from '@toile/contracts/ids'

/** `name` is for example `mp4.720`. `hash` is a hash of the bytes or of their source. `extension` has no dot. */
export interface Variant {
  name: string
  hash: string
  extension: string
}

// Every repetition is bounded, so a key has at most 159 characters. No segment can be `.` or `..` or start with a dot.
const place = String.raw`\d{4}\/(0[1-9]|1[0-2])\/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`
const variantFile = String.raw`[a-z0-9]([a-z0-9-]|\.(?!\.)){0,31}-[a-z0-9]{1,64}\.[a-z0-9]{1,8}`
const storageKeyShape = new RegExp(
  `^((originals|exports)/${place}|(models|images|videos|renders)/${place}/${variantFile})$`,
)

/**
 * The year and month (UTC) come from the UUIDv7. An original has no variants below its key, because in a folder its id
 * cannot be both a file and a folder. @throws TypeError if the parts make no well-formed key
 */
export function storageKey(kind: 'originals' | 'exports', id: string): string
export function storageKey(kind: 'models' | 'images' | 'videos' | 'renders', id: string, variant: Variant): string
export function storageKey(kind: string, id: string, variant?: Variant): string {
  const [year, month] = isoDate(id).split('-')
  const file = variant ? `/${variant.name}-${variant.hash}.${variant.extension}` : ''
  const key = `${kind}/${year}/${month}/${id}${file}`
  assertKey(key)
  return key
}

/** Every driver calls this before any access. @throws TypeError for a key without the form of a storage key */
export function assertKey(key: string): void {
  if (!storageKeyShape.test(key)) throw new TypeError(`Not a storage key: ${JSON.stringify(key.slice(0, 80))}`)
}

/** The key in an object's name: the name itself, or the name without one of `suffixes`. Null if neither is a key. */
export function keyOf(name: string, suffixes: readonly string[]): string | null {
  const suffix = suffixes.find((one) => name.endsWith(one)) ?? ''
  const key = [name, name.slice(0, name.length - suffix.length)].find((one) => storageKeyShape.test(one))
  return key ?? null
}

/** Returns '' for an id without a time, so that assertKey() refuses the key. */
function isoDate(id: string): string {
  const time = timeOfId(id)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
