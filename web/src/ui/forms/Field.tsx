import { useId, type ComponentProps, type ReactNode } from 'react'
import './field.css'

interface FieldParts {
  label: string
  hint?: string | undefined
  errors?: readonly string[] | undefined
}

/** Label, control, hint and errors, linked for screen readers. */
export function Field({
  label,
  hint,
  errors = [],
  control,
}: FieldParts & {
  control: (ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }) => ReactNode
}) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {control({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': errors.length > 0 })}
      <FieldNotes id={id} hint={hint} errors={errors} />
    </div>
  )
}

export function FieldNotes({ id, hint, errors = [] }: Omit<FieldParts, 'label'> & { id: string }) {
  return (
    <>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {errors.length > 0 && (
        <p className="field-error" id={`${id}-error`}>
          {errors.join(' ')}
        </p>
      )}
    </>
  )
}

export function TextField({ label, hint, errors, ...input }: FieldParts & ComponentProps<'input'>) {
  return (
    <Field
      label={label}
      hint={hint}
      errors={errors}
      control={(ids) => <input className="input" dir="auto" {...input} {...ids} />}
    />
  )
}

export function TextArea({ label, hint, errors, ...input }: FieldParts & ComponentProps<'textarea'>) {
  return (
    <Field
      label={label}
      hint={hint}
      errors={errors}
      control={(ids) => <textarea className="input" dir="auto" rows={5} {...input} {...ids} />}
    />
  )
}

export function FieldGroup({ label, hint, errors, children }: FieldParts & { children: ReactNode }) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={`${id}-hint ${id}-error`}>
      <legend>{label}</legend>
      {children}
      <FieldNotes id={id} hint={hint} errors={errors} />
    </fieldset>
  )
}

export function PillInput({ label, ...input }: { label: string } & ComponentProps<'input'>) {
  return (
    <label className="choice">
      <input {...input} />
      <span>{label}</span>
    </label>
  )
}
