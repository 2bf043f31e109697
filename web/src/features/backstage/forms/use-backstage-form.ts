import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useApiForm, type ApiFormOptions } from '../../../lib/forms/api-form.js'
import { refetchBackstage } from '../actions/refetch-backstage.js'

interface BackstageFormOptions<V extends FieldValues, Result> extends Omit<ApiFormOptions<V, Result>, 'send'> {
  send: (values: V, changed: Partial<V>, options: { reason: string }) => Promise<Result>
}

/** As useApiForm, with why something is changed, for the log; once it is sent the back office fetches anew what it shows. */
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
    /** The props of the field that asks for the reason. */
    reasonField: { value: reason, onChange: setReason },
  }
}
