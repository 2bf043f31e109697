/** The bundler inlines Python scripts as text. */
declare module '*.py' {
  const text: string
  export default text
}
