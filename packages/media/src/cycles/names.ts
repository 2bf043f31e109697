// Files in the work folder that draw.ts, cycles-child.ts and (the model) picture.py share.

export const MODEL = 'model.glb'
export const PICTURE = 'picture.png'
export const previewFile = (samples: number) => `shown-${samples}.webp`
