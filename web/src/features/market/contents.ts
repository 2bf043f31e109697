import type { MarketContents } from '@toile/contracts/market/market'

/** Textures of one size together, the largest first. */
export function textureSizes({ texturesPx }: MarketContents): { size: number; count: number }[] {
  const counts = new Map<number, number>()
  for (const size of texturesPx) counts.set(size, (counts.get(size) ?? 0) + 1)
  return [...counts].map(([size, count]) => ({ size, count })).sort((one, other) => other.size - one.size)
}
