import t from '@toile/testing/tap'
import { languages } from '@toile/contracts/languages.constants'
import {
  askedKey,
  keysIn,
  numbersOf,
  patternOf,
  placeholdersOf,
  readImports,
  readSources,
  readTexts,
  SERVER_LOCALES,
  WEB_LOCALES,
} from './locales.test-support.js'

const ofWeb = [...readTexts(WEB_LOCALES, 'en').keys()].map(askedKey)
const ofServer = [...readTexts(SERVER_LOCALES, 'en').keys()].map(askedKey)
const known = new Set([...ofWeb, ...ofServer])
const namespaceOf = (key: string) => /^([\w-]+):/.exec(key)?.[1] ?? ''
const namespaces = new Set([...known].map(namespaceOf).filter(Boolean))

t.test('has the same keys, plural forms and placeholders in both languages', async (t) => {
  for (const folder of [WEB_LOCALES, SERVER_LOCALES]) {
    const english = readTexts(folder, 'en')
    const keysOf = (texts: ReadonlyMap<string, string>) => [...new Set([...texts.keys()].map(askedKey))].sort()
    for (const language of languages) {
      const texts = readTexts(folder, language)
      t.same(keysOf(texts), keysOf(english), `${folder}/${language}`)
      const keys = [...texts.keys()]
      t.same(
        keys.flatMap((key) => numbersOf(key, language)).filter((number) => !texts.has(number)),
        [],
      )
      const placeholders = (of: ReadonlyMap<string, string>) =>
        keys.filter((key) => askedKey(key) === key).map((key) => [key, ...placeholdersOf(of.get(key)!)])
      t.same(placeholders(texts), placeholders(english))
    }
  }
})

t.test('uses every key of the web (types detect missing ones)', async (t) => {
  const sources = readSources('web/src')
  const keys = [...sources.values()].map(keysIn)
  const literals = new Set(keys.flatMap((each) => each.literals))
  const patterns = keys.flatMap((each) => each.templates).map(patternOf)
  const isAsked = (key: string) => literals.has(key) || patterns.some((pattern) => pattern.test(key))
  // The namespace `legal` is left out, because its texts are shown as a whole and not by key.
  t.same(
    ofWeb.filter((key) => namespaceOf(key) !== 'legal' && !isAsked(key)),
    [],
  )
})

t.test('uses every key of the server in its sources', async (t) => {
  const source = [...readSources('packages', 'services', 'workers', 'infra/cli').values()].join('\n')
  const named = ofServer.filter((key) => namespaceOf(key) !== 'terms').map((key) => key.split(/[.:]/).at(-1)!)
  // `…` or a number in a key marks a value that the source inserts. The source is searched only for the longest part
  // without such a mark.
  const phrases = [...readTexts(SERVER_LOCALES, 'en')]
    .filter(([key]) => namespaceOf(key) === 'terms')
    .map(
      ([key]) =>
        key
          .replace(/^terms:\w+\./, '')
          .split(/…|\d+/)
          .sort((a, b) => b.length - a.length)[0]!,
    )
  t.same(
    [...new Set([...named, ...phrases])].filter((name) => !source.includes(name)),
    [],
  )
})

t.test('declares the namespaces that a lazily loaded part of the web uses', async (t) => {
  const sources = readSources('web/src')
  const imports = readImports(sources, 'static')
  const lazyImports = readImports(sources, 'dynamic')
  const closureOf = (file: string, closure = new Set<string>()): Set<string> => {
    if (closure.has(file)) return closure
    closure.add(file)
    for (const other of imports.get(file)!) closureOf(other, closure)
    return closure
  }
  const parts = new Map([...new Set([...lazyImports.values()].flat())].map((part) => [part, [...closureOf(part)]]))
  const namesOf = (file: string) =>
    [...sources.get(file)!.matchAll(/loadNamespaces\(([^)]*)\)/g)].flatMap(([, names]) =>
      [...names!.matchAll(/'([\w-]+)'/g)].map(([, name]) => name!),
    )
  const asksOf = (file: string) => {
    const { literals, templates } = keysIn(sources.get(file)!)
    return [...literals.filter((key) => known.has(key)), ...templates]
      .map(namespaceOf)
      .filter((name) => namespaces.has(name))
  }
  /**
   * Whether this part, or else each part that loads it, declares the namespace. BackstageLayout declares those of
   * BackstageRoutes. Nothing declares `findings`, which loadNamespaces() does not accept.
   */
  const isThere = (part: string, namespace: string): boolean => {
    if (namespace === 'findings' || parts.get(part)!.flatMap(namesOf).includes(namespace)) return true
    const bringers = [...parts.keys()].filter((one) =>
      parts.get(one)!.some((file) => lazyImports.get(file)!.includes(part)),
    )
    if (part.endsWith('/BackstageRoutes.tsx')) return isThere(part.replace('Routes', 'Layout'), namespace)
    return bringers.length > 0 && bringers.every((one) => isThere(one, namespace))
  }
  for (const [part, files] of parts)
    for (const namespace of new Set(files.flatMap(asksOf))) t.ok(isThere(part, namespace), `${namespace} of ${part}`)
})
