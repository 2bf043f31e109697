import type { ComponentProps } from 'react'

/** Calls `submit` instead of the browser's submission. */
export function Form({ submit, ...rest }: Omit<ComponentProps<'form'>, 'onSubmit'> & { submit: () => unknown }) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    />
  )
}
