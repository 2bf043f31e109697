/** File name in the converter's folder; 0 is the model. */
export const partFile = (index: number): string => `part-${index}`
