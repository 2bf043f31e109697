import { signInAddress } from './guard-rules.js'
import { isAdmin } from '../lib/me.js'
import { paths } from '../lib/paths.js'
import { redirect, type LoaderFunctionArgs } from '../lib/router.js'
import { endSession, getToken, isOwnSession } from '../lib/session.js'

type Guard = (target: string) => Promise<Response | null> | Response | null

/** Route guards by name. A guard only redirects early, because the server checks every call again. */
const guards: Record<string, Guard> = {
  session: (target) =>
    getToken() ? null : redirect(signInAddress(target, location.pathname, location.search, location.origin)),
  /** Ends a session whose stored user id differs from the user id in its token. */
  owner: (target) => {
    if (!isOwnSession()) endSession()
    return guards['session']!(target)
  },
  admin: async (target) => guards['session']!(target) ?? ((await isAdmin()) ? null : redirect(paths.home)),
}

/** A route loader that runs the named guards in order until one redirects. @throws Error for an unknown name */
export function guardedBy(...names: string[]): (args: LoaderFunctionArgs) => Promise<Response | null> {
  const unknown = names.find((name) => !Object.hasOwn(guards, name))
  if (unknown !== undefined) throw new Error(`Unknown route middleware: ${unknown}`)
  return async ({ request }) => {
    const { pathname, search } = new URL(request.url)
    for (const name of names) {
      const stopped = await guards[name]!(pathname + search)
      if (stopped) return stopped
    }
    return null
  }
}
