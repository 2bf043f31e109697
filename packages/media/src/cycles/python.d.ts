/** A script as its text, which the bundler puts in. */
declare module '*.py' {
  const text: string
  export default text
}
