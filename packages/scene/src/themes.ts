/** Colours of a studio, as sRGB hex. `shadow` is how dark the ground gets right under the model, 0 to 1. */
export interface Theme {
  /** Backdrop where the light falls, behind the model. */
  bright: string
  /** Backdrop at the corners. */
  dim: string
  shadowColour: string
  shadow: number
  /** Strength of the room's soft light, times the light of three's RoomEnvironment. */
  room: number
}

export type ThemeName = 'light' | 'dark'

/** The page's own paper and ink, so that a picture sits in the gallery without an edge. */
export const themes: Record<ThemeName, Theme> = {
  light: { bright: '#fdfcfa', dim: '#ebe7e0', shadowColour: '#2a211a', shadow: 0.5, room: 0.62 },
  dark: { bright: '#3a3531', dim: '#131110', shadowColour: '#000000', shadow: 0.6, room: 0.55 },
}
