/** The first `maxLength` code points. A surrogate pair is never split, because half a pair cannot be stored. */
export const cutText = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : [...text.slice(0, 2 * maxLength)].slice(0, maxLength).join('')
