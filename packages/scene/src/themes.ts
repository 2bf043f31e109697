/** Colours as sRGB hex. `shadow` is the darkness of the ground right under the model, 0 to 1. */
export interface Theme {
  bright: string
  dim: string
  shadowColour: string
  shadow: number
  /** Strength of the surroundings' light: three's environmentIntensity. */
  room: number
}

export type ThemeName = 'light' | 'dark'

/** The themes use warm greys, as the page does in light and dark mode (tokens.css). */
export const themes: Record<ThemeName, Theme> = {
  light: { bright: '#fdfcfa', dim: '#ebe7e0', shadowColour: '#2a211a', shadow: 0.5, room: 0.62 },
  dark: { bright: '#3a3531', dim: '#131110', shadowColour: '#000000', shadow: 0.6, room: 0.55 },
}
