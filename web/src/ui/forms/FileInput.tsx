import type { ComponentProps } from 'react'

export function FileInput({
  onFiles,
  ...rest
}: ComponentProps<'input'> & { onFiles: (files: [File, ...File[]]) => void }) {
  return (
    <input
      type="file"
      hidden
      {...rest}
      onChange={(event) => {
        const [first, ...others] = event.target.files ?? []
        // The value is emptied, because otherwise choosing the same file again would fire no change event.
        event.target.value = ''
        if (first) onFiles([first, ...others])
      }}
    />
  )
}
