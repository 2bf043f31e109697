/** The first `maxLength` code points: never half a surrogate pair, which cannot be stored. */
export const cutText = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : [...text.slice(0, 2 * maxLength)].slice(0, maxLength).join('')
