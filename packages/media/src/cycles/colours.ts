export type Colour = [number, number, number]

export function linearOf(hex: string, strength = 1): Colour {
  const channel = (from: number) => {
    const value = parseInt(hex.slice(from, from + 2), 16) / 255
    return strength * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  }
  return [channel(1), channel(3), channel(5)]
}

export function encoded(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
}
