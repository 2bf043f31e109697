// In the work folder of draw.ts and cycles-child.ts.

/** The model as Blender can read it. */
export const MODEL = 'model.glb'
/** What was drawn last. */
export const PICTURE = 'picture.png'
