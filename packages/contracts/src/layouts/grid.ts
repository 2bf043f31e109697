import { Type, type Static, type TSchema } from 'typebox'
import { grid, MAX_GRID_ROW, MAX_GRID_ROWS } from './grid.constants.js'
import { StrictObject, type Text } from '../shapes.js'

/** Position and size, counted in columns (of 12) and in rows. `i` identifies the item. */
export const gridItem = <I extends TSchema>(i: I) =>
  StrictObject({
    i,
    x: Type.Integer({ minimum: 0, maximum: grid.columns.lg - 1 }),
    y: Type.Integer({ minimum: 0, maximum: MAX_GRID_ROW }),
    w: Type.Integer({ minimum: 1, maximum: grid.columns.lg }),
    h: Type.Integer({ minimum: 1, maximum: MAX_GRID_ROWS }),
    static: Type.Optional(Type.Boolean()),
  })

export type GridItem = Static<ReturnType<typeof gridItem<ReturnType<typeof Text>>>>
