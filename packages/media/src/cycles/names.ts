// Names of files in the child's folder. picture.py reads the model, and draw.ts takes the pictures.

export const MODEL = 'model.glb'
export const PICTURE = 'picture.png'
export const previewFile = (samples: number) => `shown-${samples}.webp`
