import type { TFunction } from 'i18next'

/** "about 10 to 25 s left": rounded to what a person reads, minutes from ninety seconds on. */
export function etaWords(
  t: TFunction,
  { minSeconds, maxSeconds }: { minSeconds: number; maxSeconds: number },
  ageSeconds: number,
): string {
  const inMinutes = maxSeconds - ageSeconds >= 90
  const unit = inMinutes ? 60 : maxSeconds >= 20 ? 5 : 1
  const from = Math.max(1, Math.floor((minSeconds - ageSeconds) / unit)) * (inMinutes ? 1 : unit)
  const to = Math.max(1, Math.ceil((maxSeconds - ageSeconds) / unit)) * (inMinutes ? 1 : unit)
  const key = `${inMinutes ? 'minutes' : 'seconds'}${from < to ? 'Range' : ''}` as const
  return t(`stages.eta.${key}`, { from: Math.min(from, to), to })
}
