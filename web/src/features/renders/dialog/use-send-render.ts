import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { newId } from '@toile/contracts/ids'
import type { Render, RenderInput } from '@toile/contracts/renders/renders'
import { api, resultOf } from '../../../lib/api.js'
import { FAILED, type Failed } from '../../../lib/request.js'

/** Sends an order. The same one sent again after a broken line is the first one. */
export function useSendRender(onSent: (render: Render) => void) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Failed>()
  const sent = useRef({ body: '', key: '' })

  async function send(input: RenderInput): Promise<void> {
    const body = JSON.stringify(input)
    if (sent.current.body !== body) sent.current = { body, key: newId() }
    setBusy(true)
    setProblem(undefined)
    const result = await resultOf(
      api.createRender(input, {
        quiet: true,
        idempotencyKey: sent.current.key,
      }),
    )
    setBusy(false)
    if (result.code === FAILED) return setProblem(result)
    queryClient.setQueryData(['renders', 'one', result.data.id], result.data)
    void queryClient.invalidateQueries({ queryKey: ['renders', 'list'] })
    onSent(result.data)
  }
  return { send, busy, problem }
}
