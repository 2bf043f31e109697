import { signInAddress } from './guard-rules.js'
import { isAdmin } from '../lib/me.js'
import { paths } from '../lib/paths.js'
import { redirect, type LoaderFunctionArgs } from '../lib/router.js'
import { endSession, getToken, isOwnSession } from '../lib/session.js'

type Guard = (target: string) => Promise<Response | null> | Response | null

/** Who may open a page, by the name under which routes ask for it. The server checks every call again. */
const guards: Record<string, Guard> = {
  /** Signed in; a visitor is sent to the sign-in page, and back afterwards. */
  session: (target) =>
    getToken() ? null : redirect(signInAddress(target, location.pathname, location.search, location.origin)),
  /** The signed-in owner: a session whose kept person is not the token's is none. */
  owner: (target) => {
    if (!isOwnSession()) endSession()
    return guards['session']!(target)
  },
  /** Administrators; all others go home. */
  admin: async (target) => guards['session']!(target) ?? ((await isAdmin()) ? null : redirect(paths.home)),
}

/** A loader that lets pass whom all the named guards let pass. Throws an Error that names a guard there is not. */
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
