export function ProblemText({
  text,
  className = 'field-error',
}: {
  text: string | false | null | undefined
  className?: string
}) {
  if (!text) return null
  return (
    <p role="alert" className={className}>
      {text}
    </p>
  )
}
