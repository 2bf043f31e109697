/** The beginning of a text, of at most so many code points: half a character is nothing that can be stored. */
export const cutText = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : [...text.slice(0, 2 * maxLength)].slice(0, maxLength).join('')
