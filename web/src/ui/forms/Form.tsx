import type { ComponentProps } from 'react'

/** A form that stays on its page: `submit` is called in place of the browser's own sending. */
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
