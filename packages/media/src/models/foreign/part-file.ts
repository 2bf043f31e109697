/** What the file of a foreign model is called in the folder that its converter is given; 0 is the model itself. */
export const partFile = (index: number): string => `part-${index}`
