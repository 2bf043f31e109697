import type { Creator, CreatorCard } from '@toile/contracts/users/creators'
import { ToileError } from '@toile/contracts/errors'
import type { Db } from '@toile/db/client'
import type { Page } from '@toile/db/cursors'
import {
  findCreator,
  followedBy,
  listCreators,
  listFollows,
  newestWorksOf,
  setFollow,
  setLayout,
  type CreatorRow,
} from '@toile/db/users/creators'
import { listFeed } from '@toile/db/works/feed'
import { setProfileImage } from '@toile/db/users/profiles'
import { imageView } from '../views/images.js'
import { imagesById } from '../views/present-works.js'
import { workCardView } from '../views/works.js'
import { publicUserView } from '../views/users.js'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

const WORKS_OF_CARD = 3

export function creatorHandlers({ links, workJson }: Context) {
  const cards = async (db: Db, page: Page<CreatorRow>, viewerId: string | undefined): Promise<Page<CreatorCard>> => {
    const ids = page.items.map((row) => row.ownerId)
    const followed = await followedBy(db, viewerId, ids)
    const images = await imagesById(
      db,
      page.items.map((row) => row.avatarId),
    )
    const newest = await newestWorksOf(db, { ownerIds: ids, each: WORKS_OF_CARD, viewerId })
    const works = newest.map((row) => workCardView(row, links))
    return {
      items: page.items.map((row) => ({
        ...publicUserView(row, images, links),
        occupation: row.occupation,
        followers: row.followers,
        followed: followed.has(row.ownerId),
        featured: row.featuredSince !== null,
        following: row.following,
        newestWorks: works.filter((work) => work.creator.id === row.ownerId),
      })),
      nextCursor: page.nextCursor,
    }
  }

  const creator = async (db: Db, id: string, viewerId: string | undefined): Promise<Creator> => {
    const row = await findCreator(db, id)
    if (!row) throw new ToileError('NOT_FOUND')
    const images = await imagesById(db, [row.avatarId, row.bannerId])
    const banner = images.get(row.bannerId ?? '')
    return {
      ...publicUserView(row, images, links),
      occupation: row.occupation,
      company: row.company,
      location: row.location,
      website: row.website,
      description: row.description,
      banner: banner ? imageView(banner, links) : null,
      followers: row.followers,
      followed: (await followedBy(db, viewerId, [id])).has(id),
      following: row.following,
      works: row.works,
      projectViews: row.projectViews,
      appreciations: row.appreciations,
      layout: row.layout,
      createdAt: row.createdAt.toISOString(),
    }
  }

  const exists = async (db: Db, id: string): Promise<void> => {
    if (!(await findCreator(db, id))) throw new ToileError('NOT_FOUND')
  }
  const follow = (on: boolean) => async (call: { db: Db; params: { id: string }; user: { id: string } }) => {
    if (call.params.id === call.user.id) throw new ToileError('STATE_CONFLICT')
    const followers = await setFollow(call.db, call.user.id, call.params.id, on)
    if (followers === undefined) throw new ToileError('NOT_FOUND')
    return { followers, followed: on }
  }
  const follows =
    (side: 'followers' | 'following') =>
    async (call: {
      db: Db
      params: { id: string }
      user: { id: string } | undefined
      query: { limit: number; cursor?: string }
    }) => {
      await exists(call.db, call.params.id)
      const { limit, cursor } = call.query
      return cards(call.db, await listFollows(call.db, { of: call.params.id, side, limit, cursor }), call.user?.id)
    }

  return {
    async listCreators({ db, user, query }) {
      const { sort = 'fans', limit, cursor, q } = query
      return cards(db, await listCreators(db, { sort, limit, cursor, q }), user?.id)
    },

    async getCreator({ db, params, user }) {
      return creator(db, params.id, user?.id)
    },

    async listCreatorWorks({ db, params, user, query }) {
      await exists(db, params.id)
      const { limit, cursor } = query
      return workJson.page(
        db,
        await listFeed(db, { sort: 'latest', ownerId: params.id, viewerId: user?.id, limit, cursor }),
      )
    },

    listFollowers: follows('followers'),
    listFollowing: follows('following'),
    follow: follow(true),
    unfollow: follow(false),

    async setBanner({ db, user, body }) {
      await setProfileImage(db, user.id, 'banner', body.imageId)
      return creator(db, user.id, user.id)
    },

    async removeBanner({ db, user }) {
      await setProfileImage(db, user.id, 'banner', null)
      return creator(db, user.id, user.id)
    },

    async setLayout({ db, user, body }) {
      await setLayout(db, user.id, body.items)
      return creator(db, user.id, user.id)
    },
  } satisfies Partial<Handlers>
}
