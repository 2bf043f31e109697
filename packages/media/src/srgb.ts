// Converts between sRGB values and linear light (IEC 61966-2-1). Both range from 0 to 1.

export type Colour = [number, number, number]

export const decoded = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

export const encoded = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055

export function linearOf(hex: string, strength = 1): Colour {
  const channel = (from: number) => strength * decoded(parseInt(hex.slice(from, from + 2), 16) / 255)
  return [channel(1), channel(3), channel(5)]
}
