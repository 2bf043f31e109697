import { forcedColours, isInStudio, isPage, pages } from '@toile/contracts/pages.constants'
import { isId } from '@toile/contracts/ids'
import { findCourse } from '@toile/db/courses/courses'
import { findActivity, isActivityShown } from '@toile/db/activities/activities'
import { findImages } from '@toile/db/images/images'
import { findSession } from '@toile/db/sessions/sessions'
import { findSharedSpin } from '@toile/db/renders/spins'
import { findUser, type User } from '@toile/db/users/users'
import { canSeeWork } from '@toile/db/works/shown-works'
import { findWork } from '@toile/db/works/works'
import { verifyToken } from '@toile/runtime/tokens'
import { cardPicture, type PageHead } from './page-head.js'
import { plainText } from '../rich-text.js'
import { imageView } from '../views/images.js'
import type { Context } from './context.js'

export interface PageResponse {
  status: 200 | 404
  head: PageHead
}

/** This text is the same as in web/index.html. */
const DESCRIPTION = 'Toile is a global 3D stylists community: share, browse and publish 3D fashion works.'
/** A page without data from the database; search engines must not index it. */
export function plainPage(url: string): PageResponse {
  return { status: 200, head: { title: 'Toile', description: DESCRIPTION, url, index: false } }
}

const WORK_PATH = /^\/(?:project|embed)\/([^/]+)\/?$/
const SPIN_PATH = /^\/embed\/spin\/([^/]+)\/?$/
const LESSON_PATH = /^\/learning\/detail\/?$/
/** An activity's page for sharing has the id in its path. The page for participants has the id in its query. */
const ACTIVITY_PATH = /^\/static\/activity\/([^/]+)\/?$/
const ACTIVITY_DETAIL_PATH = /^\/activity\/activityDetail\/?$/
const PERSON_PATH = /^\/creators\/personalPage\/?$/
export const unlistedPaths = [
  ...['admin', 'backgroundAdmin', 'upload', 'progress', 'login', 'social', 'compare', 'unsubscribe'],
  'static/share-success',
]
const unlisted = new RegExp(`^/(${unlistedPaths.join('|')})(/|$)`)
/** Matches pages that show nothing without an id in their address. The sitemap leaves out their bare paths. */
const NEEDS_MORE = /:|^\/(creators\/personalPage|activity\/activityDetail|learning\/detail)$/
export const indexedPages = pages.filter((page) => !unlisted.test(page) && !NEEDS_MORE.test(page))

/** Status and head of a page. A work that visitors may not see gives 404, unless the cookie's user may see the work. */
export async function renderPage(
  context: Context,
  address: string,
  tokenCookie: string | undefined,
): Promise<PageResponse> {
  const { config, db, links } = context
  const [path = '', query] = address.split('?')
  const colours = forcedColours(path)
  const head: PageHead = {
    title: 'Toile',
    description: DESCRIPTION,
    url: config.publicUrl + path,
    colours,
    index: true,
  }
  const notFound: PageResponse = { status: 404, head: { ...head, index: false } }
  if (!isPage(path)) return notFound
  if (PERSON_PATH.test(path)) return (await userPage(context, idOf(query), head)) ?? notFound
  const spinId = SPIN_PATH.exec(path)?.[1]
  if (spinId !== undefined) {
    const spin = isId(spinId) ? await findSharedSpin(db, spinId) : undefined
    return spin ? { status: 200, head: { ...head, title: `${spin.name} · Toile`, index: false } } : notFound
  }
  if (LESSON_PATH.test(path)) return coursePage(context, notFound.head, idOf(query), notFound)
  const activityId = ACTIVITY_PATH.exec(path)?.[1] ?? (ACTIVITY_DETAIL_PATH.test(path) ? idOf(query) : undefined)
  if (activityId !== undefined) return (await activityPage(context, activityId, head)) ?? notFound
  const id = WORK_PATH.exec(path)?.[1]
  const isListed = !unlisted.test(path) && !isInStudio(path, query ?? '')
  if (id === undefined) return { status: 200, head: { ...head, index: isListed } }
  const work = isId(id) ? await findWork(db, id) : undefined
  if (!work) return notFound
  if (!canSeeWork(work, undefined)) {
    if (!canSeeWork(work, await viewerOf(context, tokenCookie))) return notFound
    return { status: 200, head: { ...head, index: false } }
  }
  const [cover] = work.coverId ? await findImages(db, [work.coverId]) : []
  const image = cover && cardPicture(imageView(cover, links), work.title)
  const title = `${work.title} · ${work.nickname || work.username} · Toile`
  const url = `${config.publicUrl}/project/${work.id}`
  return {
    status: 200,
    head: {
      title,
      description: work.intro || DESCRIPTION,
      url,
      colours,
      oembedUrl: `${config.publicUrl}/oembed?url=${encodeURIComponent(url)}`,
      index: true,
      ...(image && { image }),
    },
  }
}

/** The head of an unpublished course reveals nothing. Administrators see the course itself, which the client loads. */
async function coursePage({ config, db, links }: Context, head: PageHead, id: string, none: PageResponse) {
  const course = isId(id) ? await findCourse(db, id) : undefined
  if (!course) return none
  if (!course.publishedAt) return { status: 200 as const, head: { ...head, index: false } }
  const [cover] = course.coverId ? await findImages(db, [course.coverId]) : []
  const image = cover && cardPicture(imageView(cover, links), course.title)
  const title = `${course.title} · Toile`
  const url = `${config.publicUrl}/learning/detail?id=${course.id}`
  const description = plainText(course.description) || DESCRIPTION
  return { status: 200 as const, head: { ...head, title, description, url, index: true, ...(image && { image }) } }
}

const idOf = (query: string | undefined) => new URLSearchParams(query).get('id') ?? ''

async function userPage({ config, db, links }: Context, id: string, head: PageHead): Promise<PageResponse | undefined> {
  const person = isId(id) ? await findUser(db, id) : undefined
  if (!person) return undefined
  const name = person.nickname || person.username
  const [avatar] = person.avatar_id ? await findImages(db, [person.avatar_id]) : []
  const image = avatar && cardPicture(imageView(avatar, links), name)
  const url = `${config.publicUrl}/creators/personalPage?id=${id}`
  return { status: 200, head: { ...head, title: `${name} · Toile`, url, ...(image && { image }) } }
}

async function activityPage(
  { config, db, links }: Context,
  id: string,
  head: PageHead,
): Promise<PageResponse | undefined> {
  if (!isId(id) || !(await isActivityShown(db, id))) return undefined
  const { title, summary, coverId } = (await findActivity(db, id))!
  const [cover] = coverId ? await findImages(db, [coverId]) : []
  const image = cover && cardPicture(imageView(cover, links), title)
  return {
    status: 200,
    head: {
      ...head,
      title: `${title} · Toile`,
      description: summary || DESCRIPTION,
      url: `${config.publicUrl}/static/activity/${id}`,
      ...(image && { image }),
    },
  }
}

/** The user of the cookie's session, if it is live and has no step left. The cookie holds the token as JSON text. */
async function viewerOf({ config, db }: Context, tokenCookie: string | undefined): Promise<User | undefined> {
  const claims = verifyToken(tokenCookie?.replace(/^"|"$/g, '') ?? '', config.secret)
  const session = claims && (await findSession(db, claims.sid))
  return session && !session.step ? session.user : undefined
}
