// Files in the work folder that draw.ts and cycles-child.ts share.

export const MODEL = 'model.glb'
export const PICTURE = 'picture.png'
export const previewFile = (samples: number) => `shown-${samples}.webp`
