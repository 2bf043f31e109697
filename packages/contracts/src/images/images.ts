import { Type, type Static } from 'typebox'
import {
  coverAngles,
  imagePurposes,
  imageStatuses,
  MAX_IMAGE_SIDE_PX,
  MAX_QUARTER_TURNS,
  MIN_CROP_PX,
} from './images.constants.js'
import { declareRoutes } from '../route.js'
import { Failure, Id, Enum, Nullable, StrictObject, Text, Time } from '../shapes.js'
import { paths } from './images.paths.js'

export const Variant = StrictObject({
  name: Text(32),
  width: Type.Integer(),
  height: Type.Integer(),
  format: Text(16),
  url: Text(2048),
  bytes: Type.Integer(),
})

export const Image = StrictObject({
  id: Id,
  purpose: Enum(imagePurposes),
  status: Enum(imageStatuses),
  /** Size of the smallest variant. It is 0 until the size is known. */
  width: Type.Integer(),
  height: Type.Integer(),
  blurhash: Nullable(Text(64)),
  variants: Type.Array(Variant),
  angle: Type.Optional(Enum(coverAngles)),
  failure: Type.Optional(Failure),
  version: Type.Integer(),
})
export type Image = Static<typeof Image>

const Pixels = (minimum: number) => Type.Integer({ minimum, maximum: MAX_IMAGE_SIDE_PX })

/** In pixels of the source after it was turned by its EXIF orientation and then by `rotate` quarter turns clockwise. */
export const Crop = StrictObject({
  x: Pixels(0),
  y: Pixels(0),
  width: Pixels(MIN_CROP_PX),
  height: Pixels(MIN_CROP_PX),
  rotate: Type.Optional(Type.Integer({ minimum: -MAX_QUARTER_TURNS, maximum: MAX_QUARTER_TURNS, default: 0 })),
})
export type Crop = Static<typeof Crop>

export const routes = declareRoutes(paths, {
  createImage: {
    summary: 'Uploads an image: JPEG, PNG, WebP, AVIF or the first frame of a GIF',
    access: 'user',
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    form: StrictObject({
      file: Type.String({ format: 'binary' }),
      purpose: Enum(imagePurposes),
      crop: Type.Optional(Crop),
    }),
    status: 202,
    response: StrictObject({ id: Id, status: Enum(imageStatuses) }),
  },
  getImage: {
    summary: 'Returns an image of the caller',
    access: 'owner',
    owns: 'image',
    response: Image,
  },
})

export const jobs = {
  'image.process': { queue: 'images', attempts: 5 },
  'image.remake': { queue: 'images', attempts: 5 },
} as const

/** The message has no variants, because the relay cannot sign links. Clients refetch the image when it is `ready`. */
export const ImageStatusMessage = StrictObject({
  id: Id,
  status: Enum(imageStatuses),
  uploadId: Type.Optional(Id),
  failure: Type.Optional(Failure),
  version: Type.Integer(),
  at: Time,
})
export type ImageStatusMessage = Static<typeof ImageStatusMessage>

export const messages = { 'image:status': ImageStatusMessage }
