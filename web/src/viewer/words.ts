export interface ViewerWords {
  /** Accessible name of the progress bar, for instance "Loading 3D". */
  loading: string
  failed: string
  retry: string
  noWebGl: string
  /** Help: drag or arrow keys turn, plus and minus zoom, R resets. */
  instructions: string
  reset: string
  fullscreen: string
  exitFullscreen: string
}
