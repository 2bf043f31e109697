import { Type, type Static } from 'typebox'
import { Image } from '../images/images.js'
import { declareRoutes, reads } from '../route.js'
import { Id, Enum, Nullable, PageOf, PageQuery, StrictObject, Text, Time, WrittenText } from '../shapes.js'
import { MAX_TAG_LENGTH, titleLength } from './works.constants.js'
import { ShownModel, Work } from './works.js'
import { paths } from './works-social.paths.js'

const Liked = StrictObject({ liked: Type.Boolean(), likes: Type.Integer() })
const likeRate = [{ calls: 60, windowSeconds: 60, by: ['user'] }] as const

export const WorkVersion = StrictObject({
  number: Type.Integer(),
  model: Nullable(ShownModel),
  previews: Type.Array(Image),
  createdAt: Time,
})
export type WorkVersion = Static<typeof WorkVersion>

export const routes = declareRoutes(paths, {
  like: {
    summary: 'Likes a work; idempotent',
    access: 'user',
    rate: likeRate,
    response: Liked,
  },
  unlike: {
    summary: 'Unlikes a work; idempotent',
    access: 'user',
    rate: likeRate,
    response: Liked,
  },
  viewWork: {
    summary: 'Counts a visit to a work’s page, once a day per visitor',
    access: 'public',
    rate: [{ calls: 120, windowSeconds: 60, by: ['address'] }],
    status: 202,
  },
  downloadWork: {
    summary: 'Returns a link to the original file, valid for ten minutes, if the creator allows downloads',
    access: 'user',
    rate: [{ calls: 60, windowSeconds: 3600, by: ['user'] }],
    response: StrictObject({ url: Text(2048), bytes: Type.Integer(), filename: Text(1024) }),
  },
  listVersions: {
    summary: 'Lists versions of a work’s file, newest first',
    access: 'public',
    rate: reads(1),
    query: StrictObject(PageQuery),
    response: PageOf(WorkVersion),
  },
  addVersion: {
    summary: 'Publishes a new version of a work’s file; comments, likes and URL stay',
    access: 'owner',
    owns: 'work',
    idempotent: true,
    rate: [{ calls: 30, windowSeconds: 3600, by: ['user'] }],
    body: StrictObject({ uploadId: Id }),
    status: 201,
    response: Work,
  },
  suggestTags: {
    summary: 'Lists tags of recent works that begin with the text, most used first',
    access: 'public',
    rate: reads(5),
    query: StrictObject({ q: Type.Optional(WrittenText({ max: MAX_TAG_LENGTH * 4 })) }),
    response: StrictObject({
      items: Type.Array(StrictObject({ tag: Text(MAX_TAG_LENGTH), works: Type.Integer() })),
    }),
  },
  oembed: {
    summary: 'Returns how other sites embed a work (oEmbed 1.0)',
    access: 'public',
    rate: reads(1),
    query: StrictObject({
      url: Text(2048),
      format: Type.Optional(Enum(['json'])),
      maxwidth: Type.Optional(Type.Integer({ minimum: 1 })),
      maxheight: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    response: StrictObject({
      type: Enum(['rich']),
      version: Enum(['1.0']),
      provider_name: Text(64),
      provider_url: Text(2048),
      title: Text(titleLength.max),
      author_name: Text(64),
      author_url: Text(2048),
      html: Text(4096),
      width: Type.Integer(),
      height: Type.Integer(),
      thumbnail_url: Type.Optional(Text(2048)),
      thumbnail_width: Type.Optional(Type.Integer()),
      thumbnail_height: Type.Optional(Type.Integer()),
    }),
  },
})
