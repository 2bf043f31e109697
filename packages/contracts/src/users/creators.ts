import { Type, type Static } from 'typebox'
import { creatorSorts, MAX_GRID_ITEMS } from './creators.constants.js'
import { gridItem } from '../layouts/grid.js'
import { Image } from '../images/images.js'
import { declareRoutes, reads } from '../route.js'
import { Id, Enum, Nullable, PageOf, PageQuery, StrictObject, Text, Time, WrittenText } from '../shapes.js'
import { PublicUser } from './users.js'
import { WorkCard } from '../works/works.js'
import { paths } from './creators.paths.js'

const WorkPlace = gridItem(Id)

const followed = {
  followers: Type.Integer(),
  followed: Type.Boolean(),
}

export const CreatorCard = StrictObject({
  ...PublicUser.properties,
  ...followed,
  /** Set by an administrator. Featured creators come first, unless the list is sorted by newest account. */
  featured: Type.Boolean(),
  following: Type.Integer(),
  occupation: Text(256),
  /** The newest three public released works, newest first. */
  newestWorks: Type.Array(WorkCard),
})
export type CreatorCard = Static<typeof CreatorCard>

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
    query: StrictObject(PageQuery),
  }) as const
const followRate = [{ calls: 60, windowSeconds: 60, by: ['user'] }] as const

export const routes = declareRoutes(paths, {
  listCreators: {
    summary: 'Lists users with published works, featured ones first, then by followers',
    access: 'public',
    rate: reads(5),
    query: StrictObject({
      ...PageQuery,
      sort: Type.Optional(Enum(creatorSorts)),
      q: Type.Optional(WrittenText({ max: 200 })),
    }),
    response: PageOf(CreatorCard),
  },
  getCreator: {
    summary: 'Returns a user’s public page',
    access: 'public',
    rate: reads(1),
    response: Creator,
  },
  listCreatorWorks: {
    ...list('Lists a user’s published works that the caller may see, newest first'),
    response: PageOf(WorkCard),
  },
  listFollowers: { ...list('Lists a user’s followers'), response: PageOf(CreatorCard) },
  listFollowing: { ...list('Lists the users that a user follows'), response: PageOf(CreatorCard) },
  follow: {
    summary: 'Follows a user; idempotent',
    access: 'user',
    rate: followRate,
    response: Followed,
  },
  unfollow: {
    summary: 'Unfollows a user; idempotent',
    access: 'user',
    rate: followRate,
    response: Followed,
  },
  setBanner: {
    summary: 'Sets the caller’s banner to a ready image of theirs with the purpose `banner`',
    access: 'user',
    rate: [{ calls: 30, windowSeconds: 60, by: ['user'] }],
    body: StrictObject({ imageId: Id }),
    response: Creator,
  },
  removeBanner: {
    summary: 'Removes the caller’s banner',
    access: 'user',
    rate: [{ calls: 30, windowSeconds: 60, by: ['user'] }],
    response: Creator,
  },
  setLayout: {
    summary: 'Sets the layout of works on the caller’s page; other works follow below',
    access: 'user',
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    body: StrictObject({ items: Type.Array(WorkPlace, { maxItems: MAX_GRID_ITEMS }) }),
    response: Creator,
  },
})
