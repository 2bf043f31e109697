import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@toile/runtime/root'

export const WEB_LOCALES = 'web/src/locales'
export const SERVER_LOCALES = 'packages/contracts/locales'

/** Namespaces whose keys have no prefix. */
const unprefixed = ['shell', 'pages']

const NUMBER = /_(?:zero|one|two|few|many|other)$/

/** The key as code uses it, without plural suffixes. */
export const askedKey = (key: string) => key.replace(NUMBER, '').replace(/_ordinal$/, '')

export function numbersOf(key: string, language: string): string[] {
  const text = key.replace(NUMBER, '')
  const type = text.endsWith('_ordinal') ? 'ordinal' : 'cardinal'
  const { pluralCategories } = new Intl.PluralRules(language, { type }).resolvedOptions()
  return text === key ? [] : pluralCategories.map((number) => `${text}_${number}`)
}

export const placeholdersOf = (text: string) => (text.match(/\{\{[^{}]*\}\}/g) ?? []).sort()

export function readTexts(folder: string, language: string): Map<string, string> {
  const texts = new Map<string, string>()
  const add = (key: string, value: unknown, separator: string) => {
    if (typeof value === 'string') texts.set(key, value)
    else for (const [name, part] of Object.entries(value as object)) add(`${key}${separator}${name}`, part, '.')
  }
  for (const file of readdirSync(path.join(root, folder, language))) {
    const namespace = path.basename(file, '.json')
    const words = JSON.parse(readFileSync(path.join(root, folder, language, file), 'utf8')) as object
    if (unprefixed.includes(namespace)) for (const [name, part] of Object.entries(words)) add(name, part, '.')
    else add(namespace, words, ':')
  }
  return texts
}

export function readSources(...folders: string[]): Map<string, string> {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test(-\w+)?\.ts$/.test(file))
      .map((file) => path.join(folder, file)),
  )
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
}

const LITERAL = /(['"`])([\w-]+[.:][\w.:-]+)\1/g
/** Matches template literals such as `account.${name}`. patternOf() assumes that the value has no dot or colon. */
const TEMPLATE = /`([\w-]+[.:](?:[\w.:-]|\$\{(?:[^{}`]|`[^`]*`)*\})*)`/g
const VALUE = /\$\{(?:[^{}`]|`[^`]*`)*\}/g

export const keysIn = (source: string) => ({
  literals: [...source.matchAll(LITERAL)].map(([, , key]) => key!),
  templates: [...source.matchAll(TEMPLATE)].map(([, key]) => key!),
})

export const patternOf = (template: string) =>
  new RegExp(`^${template.replaceAll('.', '\\.').replace(VALUE, '[\\w-]+')}$`)

const STATIC_IMPORT = /^(?:import|export)(?! type)[^'"]*?['"](\.[^'"]+)\.js['"]/gm
const DYNAMIC_IMPORT = /import\('(\.[^']+)\.js'\)/g

export function readImports(sources: ReadonlyMap<string, string>, kind: 'static' | 'dynamic'): Map<string, string[]> {
  const sourceOf = (from: string, name: string) =>
    ['.ts', '.tsx'].map((end) => path.join(path.dirname(from), name + end)).find((file) => sources.has(file)) ?? []
  return new Map(
    [...sources].map(([file, source]) => [
      file,
      [...source.matchAll(kind === 'static' ? STATIC_IMPORT : DYNAMIC_IMPORT)].flatMap(([, name]) =>
        sourceOf(file, name!),
      ),
    ]),
  )
}
