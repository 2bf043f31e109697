import { useTranslation } from 'react-i18next'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RenderInput } from '@toile/contracts/renders/renders'
import { span } from '../durations.js'
import { api } from '../../../lib/api.js'

export function RenderEstimate({ input }: { input: RenderInput | undefined }) {
  const { t } = useTranslation()
  const { data, isError, isPlaceholderData } = useEstimate(input)
  return (
    <p className="render-estimate muted tabular" aria-busy={isPlaceholderData || undefined}>
      {words()}
    </p>
  )

  function words(): string {
    if (!input) return '\u00a0'
    if (isError) return t('renders.dialog.estimateFailed')
    if (!data) return t('renders.dialog.estimating')
    const { pictures, costSeconds, eta, scout } = data
    const parts = [t('renders.dialog.pictures', { count: pictures })]
    if (costSeconds) parts.push(t('renders.dialog.estimateCost', { span: span(t, costSeconds) }))
    if (eta) parts.push(t('renders.dialog.estimateEta', { span: span(t, eta) }))
    if (!costSeconds && !eta) parts.push(t('renders.dialog.estimateNone'))
    return `${parts.join(' · ')}${scout ? ` · ${t('renders.dialog.estimateScout')}` : ''}`
  }
}

const ASK_AFTER_MS = 300

function useEstimate(input: RenderInput | undefined) {
  const wanted = input && JSON.stringify(input)
  const [settled, setSettled] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  return useQuery({
    queryKey: ['renders', 'estimate', settled],
    queryFn: ({ signal }) =>
      api.estimateRender(JSON.parse(settled!) as RenderInput, {
        signal,
      }),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
  })
}
