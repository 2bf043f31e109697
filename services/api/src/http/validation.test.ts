import fastJsonStringify from 'fast-json-stringify'
import t from '@toile/testing/tap'
import type { Route } from '@toile/contracts/route'
import { routes } from '@toile/contracts/routes'
import { sampleOf } from '../sample.test-support.js'
import { checkBySchema, fieldProblems } from './validation.js'

// These tests compile all schemas, because the API compiles each schema only at its first call.

t.test('each part of each contract compiles', (t) => {
  for (const [name, route] of Object.entries<Route>(routes)) {
    const parts = { params: route.params, querystring: route.query, body: route.body }
    for (const [httpPart, schema] of Object.entries(parts))
      if (schema)
        t.doesNotThrow(() => checkBySchema({ schema, httpPart, url: route.path, method: route.method })({}), name)
    if (route.response) t.doesNotThrow(() => fastJsonStringify(route.response!), name)
  }
  t.end()
})

interface Schema {
  clean?: boolean
  minLength?: number
  maxLength?: number
  pattern?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

function writtenTexts({ clean, ...schema }: Schema, way: string[] = []): { way: string[]; text: Schema }[] {
  if (clean) return [{ way, text: schema }]
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => writtenTexts(inner, [...way, name])),
    ...(schema.items ? writtenTexts(schema.items, [...way, '0']) : []),
    ...(schema.anyOf ?? []).flatMap((inner) => writtenTexts(inner, way)),
  ]
}

type Holder = Record<string, unknown>

t.test('C08 free text is cleaned anywhere in a body, then its code points are counted', (t) => {
  let count = 0
  for (const [name, { body, path: url, method }] of Object.entries<Route>(routes)) {
    if (!body) continue
    const check = checkBySchema({ schema: body, httpPart: 'body', url, method })
    for (const { way, text } of writtenTexts(body as Schema)) {
      const { minLength: min = 0, maxLength: max = 0, pattern } = text
      const [at, last] = [`${name}: ${way.join('.')}`, way.at(-1)!]
      const send = (value: string) => {
        const sample = sampleOf(body, way.join('.'))
        const holder = way.slice(0, -1).reduce((part, step) => part[step] as Holder, sample as Holder)
        holder[last] = value
        const { error = [] } = check(sample) as { error?: Parameters<typeof fieldProblems>[0] }
        return { kept: holder[last], problems: Object.values(fieldProblems(error)).flat() }
      }
      const letter = pattern ? 'a' : '👗'
      const longest = letter.repeat(max)
      const tooLong = [{ code: 'FIELD_TOO_LONG', params: { max } }]
      t.same(send(` \u200b${longest}\n`), { kept: longest, problems: [] }, at)
      t.same(send(longest + letter).problems, tooLong, at)
      const tooShort = min > 1 ? { code: 'FIELD_TOO_SHORT', params: { min } } : { code: 'FIELD_REQUIRED' }
      t.same(send(' \u200b ').problems, min > 0 ? [tooShort] : [], `${at}, empty`)
      count++
    }
  }
  t.ok(count > 50, `${count} texts`)
  t.end()
})
