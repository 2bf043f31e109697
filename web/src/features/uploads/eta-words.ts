import type { TFunction } from 'i18next'

/** Formats "about 10 to 25 s left", rounded. The longer time sets the unit: minutes from 90 s, hours from 90 min. */
export function etaWords(
  t: TFunction,
  { minSeconds, maxSeconds }: { minSeconds: number; maxSeconds: number },
  ageSeconds: number,
): string {
  const most = maxSeconds - ageSeconds
  const unit = most >= 5_400 ? 'hours' : most >= 90 ? 'minutes' : 'seconds'
  const size = { hours: 3_600, minutes: 60, seconds: maxSeconds >= 20 ? 5 : 1 }[unit]
  const step = unit === 'seconds' ? size : 1
  const from = Math.max(1, Math.floor((minSeconds - ageSeconds) / size)) * step
  const to = Math.max(1, Math.ceil(most / size)) * step
  const key = `${unit}${from < to ? 'Range' : ''}` as const
  return t(`stages.eta.${key}`, { from: Math.min(from, to), to })
}
