import { timeOfId } from '@toile/contracts/ids'

/** What a variant is called (`cover`, `mp4.720`), the hash of its bytes or its recipe, and its extension without dot. */
export interface Variant {
  name: string
  hash: string
  extension: string
}

// Bounded everywhere, so that a key is at most 157 characters and no segment can be `.`, `..` or hidden.
const place = String.raw`\d{4}\/(0[1-9]|1[0-2])\/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`
const variantFile = String.raw`[a-z0-9]([a-z0-9-]|\.(?!\.)){0,31}-[a-z0-9]{1,64}\.[a-z0-9]{1,8}`
const storageKeyShape = new RegExp(
  `^((originals|exports)/${place}|(models|images|videos|renders)/${place}/${variantFile})$`,
)

/**
 * The key of a thing in the store, made by the server only: `originals/yyyy/mm/id` for bytes as they came (`exports/...` for
 * tables of the back office), or
 * `models/yyyy/mm/id/name-hash.extension` for what was made of them. yyyy/mm (UTC) come from the id, which is of `newId`.
 * An original has no variants under its own key: in a folder, `id` cannot be a file and a folder at once.
 * Throws a TypeError for anything that does not make a well-formed key.
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

/** Throws a TypeError unless `key` is one that `storageKey` makes: every driver asks this before it touches anything. */
export function assertKey(key: string): void {
  if (!storageKeyShape.test(key)) throw new TypeError(`Not a storage key: ${JSON.stringify(key.slice(0, 80))}`)
}

/** The key that a stored name belongs to: the name itself, or less one of the suffixes; null for what is not ours. */
export function keyOf(name: string, suffixes: readonly string[]): string | null {
  const suffix = suffixes.find((one) => name.endsWith(one)) ?? ''
  const key = [name, name.slice(0, name.length - suffix.length)].find((one) => storageKeyShape.test(one))
  return key ?? null
}

/** The day of an id as yyyy-mm-dd, or nothing that makes a key: an id without a time must end in assertKey's refusal. */
function isoDate(id: string): string {
  const time = timeOfId(id)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
