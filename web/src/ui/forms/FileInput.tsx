import type { ComponentProps } from 'react'

/** The unseen field behind a button that has files chosen; with `multiple` any number of them, else one. */
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
        // Choosing the same file again must be a change, too.
        event.target.value = ''
        if (first) onFiles([first, ...others])
      }}
    />
  )
}
