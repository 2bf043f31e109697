import t from '@toile/testing/tap'
import { withSchemas, type ApiDocument } from './document.js'
import { schemaText } from './schema-text.js'

t.test('inlines the types that an answer refers to', (t) => {
  const pin = { type: 'object', required: ['at'], properties: { at: { $ref: '#/components/schemas/Triple' } } }
  const number = { type: 'number' }
  const response = { type: 'array', items: { $ref: '#/components/schemas/Pin' } }
  const document = withSchemas({
    paths: { '/pins': { get: { responses: { 200: { content: { 'application/json': { schema: response } } } } } } },
    components: { schemas: { Pin: pin, Triple: { type: 'array', prefixItems: [number, number], items: false } } },
  } as unknown as ApiDocument)
  const { schema } = document.paths['/pins']!['get']!.responses['200']!.content!['application/json']!
  t.equal(schemaText(schema!), '{\n  at: [number, number]\n}[]')
  t.end()
})
