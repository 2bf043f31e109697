import { Type, type Static } from 'typebox'
import { imagePurposes, imageStatuses } from './images.constants.js'
import { Id, OneOf, OrNull, Shape, Text } from './shapes.js'

/** A picture with the sizes and formats it can be had in. */
export const Image = Shape({
  id: Id,
  purpose: OneOf(imagePurposes),
  status: OneOf(imageStatuses),
  width: Type.Integer(),
  height: Type.Integer(),
  blurhash: OrNull(Text(64)),
  variants: Type.Array(
    Shape({
      name: Text(32),
      width: Type.Integer(),
      height: Type.Integer(),
      format: Text(16),
      url: Text(2048),
      bytes: Type.Integer(),
    }),
  ),
})
export type Image = Static<typeof Image>
