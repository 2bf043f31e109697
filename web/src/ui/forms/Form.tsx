import type { ComponentProps } from 'react'

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
