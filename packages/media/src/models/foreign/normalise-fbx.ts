import { fbxNames } from '../archives/references.js'

const [BACKSLASH, SLASH, TEXT, ID] = [0x5c, 0x2f, 0x53, 0x4c]
const ID_BYTES = 9
const TEXT_HEAD_BYTES = 5
const MAX_LINK_BYTES = 64

/**
 * Texture slots of Arnold and Standard Surface (Maya) and of Stingray, Physical and PBR (3ds Max). Each is replaced by
 * a standard FBX slot that three's FBXLoader knows (three.js#15927, #16542).
 */
const links: [RegExp, string][] = [
  [/\|(?:baseColor|baseColorMap|base_color|base_color_map)$/, 'DiffuseColor'],
  [/\|(?:normalCamera|normalMap|norm_map)$/, 'NormalMap'],
  [/\|bump_map$/, 'Bump'],
  [/\|(?:emissionColor|emissiveMap|emission_map|emit_color_map|TEX_emissive_map)$/, 'EmissiveColor'],
]
/** Opacity links of 3ds Max's Physical and PBR materials. Properties with the same names keep their names. */
const OPACITY_LINK = /^3dsMax\|[\w|]+\|(?:cutout_map|opacity_map)$/
const OPACITY = 'TransparencyFactor'
const OPACITY_LINK_IN_TEXT = /("OP", *\d+, *\d+, *)"(3dsMax\|[\w|]+)"/g
const lastLetters = [
  'olor',
  'olorMap',
  'olor_map',
  'amera',
  'alMap',
  'rm_map',
  'mp_map',
  'siveMap',
  'sion_map',
  'sive_map',
  'tout_map',
  'city_map',
]

export function normaliseFbx(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes)
  // FBXLoader drops everything before a reference's last backslash, so backslashes become slashes.
  for (const name of fbxNames(file))
    for (let at = name.indexOf(BACKSLASH); at >= 0; at = name.indexOf(BACKSLASH, at)) name[at] = SLASH
  return file[0] === 0x3b ? renameInText(file) : renameInPlace(file)
}

function renameInText(file: Buffer): Buffer {
  const text = file.toString('latin1')
  const linked = text.replace(OPACITY_LINK_IN_TEXT, (whole, before: string, link: string) =>
    OPACITY_LINK.test(link) ? `${before}"${OPACITY}"` : whole,
  )
  const renamed = linked.replace(/"(\w+\|[\w|]+)"/g, (whole, link: string) => {
    const known = links.find(([pattern]) => pattern.test(link))
    return known ? `"${known[1]}"` : whole
  })
  return renamed === text ? file : Buffer.from(renamed, 'latin1')
}

/** Keeps all offsets. Longer names are not written. Zeros fill up shorter ones, because readers stop at a zero. */
function renameInPlace(file: Buffer): Buffer {
  for (const ending of lastLetters)
    for (let at = file.indexOf(ending); at >= 0; at = file.indexOf(ending, at + 1)) {
      const end = at + ending.length
      const from = startOfText(file, end)
      if (from === undefined) continue
      const link = file.toString('latin1', from, end)
      const known = links.find(([pattern]) => pattern.test(link))?.[1]
      const name = known ?? (OPACITY_LINK.test(link) && isAfterId(file, from) ? OPACITY : undefined)
      if (name !== undefined && name.length <= end - from) file.fill(0, from, end).write(name, from, 'latin1')
    }
  return file
}

const isAfterId = (file: Buffer, from: number) => file[from - TEXT_HEAD_BYTES - ID_BYTES] === ID

/** Returns the offset of the first character of the text that ends at `end`. `S` and the length precede the text. */
function startOfText(file: Buffer, end: number): number | undefined {
  for (let from = end - 1; from >= Math.max(TEXT_HEAD_BYTES, end - MAX_LINK_BYTES); from--)
    if (file[from - TEXT_HEAD_BYTES] === TEXT && file.readUInt32LE(from - 4) === end - from) return from
  return undefined
}
