// Files in the work folder that draw.ts and cycles-child.ts share; picture.py also reads the model.

export const MODEL = 'model.glb'
export const PICTURE = 'picture.png'
export const previewFile = (samples: number) => `shown-${samples}.webp`
