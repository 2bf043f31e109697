import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useApiForm, type ApiFormOptions } from '../../../lib/forms/api-form.js'
import { refetchBackstage } from '../actions/refetch-backstage.js'

interface BackstageFormOptions<V extends FieldValues, Result> extends Omit<ApiFormOptions<V, Result>, 'send'> {
  send: (values: V, changed: Partial<V>, options: { reason: string }) => Promise<Result>
}

/** useApiForm() with a reason for the audit log. Refetches the backstage data after a successful submission. */
export function useBackstageForm<V extends FieldValues, Result>({
  send,
  onSent,
  ...options
}: BackstageFormOptions<V, Result>) {
  const [reason, setReason] = useState('')
  const form = useApiForm<V, Result>({
    ...options,
    send: (values, changed) => send(values, changed, { reason: reason.trim() }),
    onSent(result, values) {
      setReason('')
      const rest = onSent?.(result, values)
      refetchBackstage()
      return rest
    },
  })
  return {
    ...form,
    reasonField: { value: reason, onChange: setReason },
  }
}
