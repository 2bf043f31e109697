/** One day, because longer views are not plausible. */
export const MAX_VIEW_SECONDS = 86_400

export const analyticsRanges = ['24h', '7d', '30d', '90d'] as const
export type AnalyticsRange = (typeof analyticsRanges)[number]
export const analyticsSteps: Record<AnalyticsRange, { stepSeconds: number; points: number }> = {
  '24h': { stepSeconds: 3_600, points: 24 },
  '7d': { stepSeconds: 3_600, points: 7 * 24 },
  '30d': { stepSeconds: 86_400, points: 30 },
  '90d': { stepSeconds: 86_400, points: 90 },
}
