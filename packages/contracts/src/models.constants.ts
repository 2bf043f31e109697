/** Formats that only the program of their maker can read: kept and offered as they are, told by the file's ending. */
export const closedFormats = ['zprj', 'zpac', 'sproj'] as const
export type ClosedFormat = (typeof closedFormats)[number]

/** What was put right, what is worth knowing, and what its creator could improve; the client has the words. */
export const findingKinds = {
  converted: 'fixed',
  unitFromFile: 'fixed',
  unitFromSize: 'fixed',
  turnedUpright: 'fixed',
  normalsMade: 'fixed',
  texturesShrunk: 'fixed',
  glossConverted: 'fixed',
  betaFormat: 'note',
  texturesMissing: 'advice',
  wrongScale: 'advice',
  tooManyTriangles: 'advice',
  tooManyParts: 'advice',
  noUvs: 'advice',
  normalsFlipped: 'advice',
  insideOut: 'advice',
  textureHuge: 'advice',
  metalLook: 'advice',
} as const
export type FindingCode = keyof typeof findingKinds
