// In the work folder of draw.ts and cycles-child.ts.

/** The model as Blender can read it. */
export const MODEL = 'model.glb'
/** What was drawn last. */
export const PICTURE = 'picture.png'
/** A small picture after so many samples. */
export const previewFile = (samples: number) => `shown-${samples}.webp`
