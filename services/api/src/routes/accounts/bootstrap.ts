import { limits } from '@toile/contracts/bootstrap'
import { languages } from '@toile/contracts/languages.constants'
import { listCategories } from '@toile/db/categories/categories'
import { JsonBytes, sendJsonBytes } from '../../http/json-bytes.js'
import { type Handlers, SENT } from '../../http/register-routes.js'
import { openApiDocument } from '../../http/openapi.js'
import type { Context } from '../../http/context.js'

export function entryHandlers({ running, config, social }: Context) {
  let description: JsonBytes | undefined
  return {
    async entryInfo({ db, request: { headers, protocol, host } }) {
      const categories = await listCategories(db)
      const page = headers.origin ?? `${protocol}://${host}`
      return {
        apiVersion: config.version,
        minClientVersion: '0.1.0',
        limits,
        categories: categories.filter(({ hidden }) => !hidden).map(({ slug }) => slug),
        languages: [...languages],
        providers: social.configured,
        analyticsId: (Object.hasOwn(config.hosts, page) && config.hosts[page]?.measurement?.id) || null,
      }
    },
    async openApi({ request, reply }) {
      description ??= new JsonBytes(Buffer.from(JSON.stringify(openApiDocument(config))))
      await sendJsonBytes(request, reply, description, 'public, max-age=300')
      return SENT
    },
    async healthLive() {
      return { ok: true }
    },
    async healthReady({ reply }) {
      const readiness = await running.readiness()
      if (!readiness.ok) reply.code(503)
      return readiness
    },
  } satisfies Partial<Handlers>
}
