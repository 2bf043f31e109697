import type { PageView } from '@toile/contracts/analytics/analytics'
import { analyticsSteps, MAX_VIEW_SECONDS } from '@toile/contracts/analytics/analytics.constants'
import { isId, newId } from '@toile/contracts/ids'
import { pageOf } from '@toile/contracts/pages.constants'
import type { SentView } from '@toile/bus/page-views'
import { compareFigures, listPageFigures, listAnalyticsPoints } from '@toile/db/analytics/analytics'
import { networkOf } from '@toile/runtime/client-address'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'

export function analyticsHandlers({ config, intake }: Context) {
  return {
    async sendPageView({ body, request: { headers, ip } }) {
      // The browser's opt-out counts even if the client's script has ignored it.
      const isUnwanted = headers['dnt'] === '1' || headers['sec-gpc'] === '1'
      const view = config.pageViews && !isUnwanted ? viewOf(body) : undefined
      if (view) intake.take(view, networkOf(ip))
    },

    async getAnalytics({ db, query }) {
      const range = query.range ?? '7d'
      const [points, figures, pages] = await Promise.all([
        listAnalyticsPoints(db, range),
        compareFigures(db, range),
        listPageFigures(db, range),
      ])
      return {
        range,
        stepSeconds: analyticsSteps[range].stepSeconds,
        points: points.map((point) => ({ ...point, at: point.at.toISOString() })),
        ...figures,
        pages,
      }
    },
  } satisfies Partial<Handlers>
}

/** Undefined if page or duration is invalid, or if an id is given but invalid. Rounds the duration to 0.1 s. */
function viewOf(body: unknown): SentView | undefined {
  const sent = (typeof body === 'string' ? parse(body) : body) as
    | Partial<Record<keyof PageView, unknown>>
    | null
    | undefined
  if (typeof sent !== 'object' || sent === null) return undefined
  const { path, seconds, id, signedIn, refer } = sent
  const page = typeof path === 'string' ? pageOf(path.split(/[?#]/, 1)[0]!) : undefined
  if (page === undefined || typeof seconds !== 'number' || !(seconds >= 0 && seconds <= MAX_VIEW_SECONDS))
    return undefined
  if (id !== undefined && !(typeof id === 'string' && isId(id))) return undefined
  return {
    // A view without an id counts each time it is sent.
    id: id ?? newId(),
    path: page,
    seconds: Math.round(seconds * 10) / 10,
    signedIn: signedIn === true,
    referred: typeof refer === 'string' && refer !== '',
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
