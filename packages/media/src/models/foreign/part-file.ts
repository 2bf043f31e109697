export const partFile = (index: number): string => `part-${index}`
