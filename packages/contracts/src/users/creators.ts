import { Type, type Static } from 'typebox'
import { creatorSorts, MAX_GRID_ITEMS } from './creators.constants.js'
import { gridItem } from '../layouts/grid.js'
import { Image } from '../images/images.js'
import { declareRoutes, reads } from '../route.js'
import { Id, IdParams, Enum, Nullable, PageOf, PageQuery, StrictObject, Text, Time, WrittenText } from '../shapes.js'
import { PublicUser } from './users.js'
import { WorkCard } from '../works/works.js'
import { paths } from './creators.paths.js'

/** `i` is a work's id. */
const WorkPlace = gridItem(Id)

const followed = {
  followers: Type.Integer(),
  followed: Type.Boolean(),
}

export const CreatorCard = StrictObject({
  ...PublicUser.properties,
  ...followed,
  /** Listed before all others by an operator. */
  featured: Type.Boolean(),
  following: Type.Integer(),
  occupation: Text(256),
  /** Public released works, newest first, three at most. */
  newestWorks: Type.Array(WorkCard),
})
export type CreatorCard = Static<typeof CreatorCard>

/** Counts cover public works only, no drafts or private works. */
export const Creator = StrictObject({
  ...PublicUser.properties,
  ...followed,
  occupation: Text(256),
  company: Text(256),
  location: Text(256),
  website: Text(2048),
  description: Text(8192),
  banner: Nullable(Image),
  following: Type.Integer(),
  works: Type.Integer(),
  projectViews: Type.Integer(),
  appreciations: Type.Integer(),
  layout: Type.Array(WorkPlace),
  createdAt: Time,
})
export type Creator = Static<typeof Creator>

const Followed = StrictObject(followed)

const list = (summary: string) =>
  ({
    summary,
    access: 'public',
    rate: reads(2),
    params: IdParams,
    query: StrictObject(PageQuery),
    status: 200,
  }) as const
const followRate = [{ calls: 60, windowSeconds: 60, by: ['user'] }] as const

export const routes = declareRoutes(paths, {
  listCreators: {
    summary: 'People with released works; by fans, those whom operators feature come first',
    access: 'public',
    rate: reads(5),
    query: StrictObject({
      ...PageQuery,
      sort: Type.Optional(Enum(creatorSorts)),
      q: Type.Optional(WrittenText({ max: 200 })),
    }),
    status: 200,
    response: PageOf(CreatorCard),
  },
  getCreator: {
    summary: 'A person as their page shows them',
    access: 'public',
    rate: reads(1),
    params: IdParams,
    status: 200,
    response: Creator,
  },
  listCreatorWorks: {
    ...list('Their released works that the caller may see, newest first'),
    response: PageOf(WorkCard),
  },
  listFollowers: { ...list('Who follows them'), response: PageOf(CreatorCard) },
  listFollowing: { ...list('Whom they follow'), response: PageOf(CreatorCard) },
  follow: {
    summary: 'Follows a person; doing it twice changes nothing',
    access: 'user',
    rate: followRate,
    params: IdParams,
    status: 200,
    response: Followed,
  },
  unfollow: {
    summary: 'Follows a person no more',
    access: 'user',
    rate: followRate,
    params: IdParams,
    status: 200,
    response: Followed,
  },
  setBanner: {
    summary: 'Shows one of my ready images of the purpose `banner` on my page',
    access: 'user',
    rate: [{ calls: 30, windowSeconds: 60, by: ['user'] }],
    body: StrictObject({ imageId: Id }),
    status: 200,
    response: Creator,
  },
  removeBanner: {
    summary: 'Shows no banner any more',
    access: 'user',
    rate: [{ calls: 30, windowSeconds: 60, by: ['user'] }],
    status: 200,
    response: Creator,
  },
  setLayout: {
    summary: 'How my page arranges my works; works without a place follow below',
    access: 'user',
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    body: StrictObject({ items: Type.Array(WorkPlace, { maxItems: MAX_GRID_ITEMS }) }),
    status: 200,
    response: Creator,
  },
})

export const events = ['user.followed'] as const
