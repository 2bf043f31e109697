export interface ViewerWords {
  /** Names the progress bar, for instance "Loading 3D". */
  loading: string
  failed: string
  retry: string
  /** Shown when the browser has no WebGL 2. */
  noWebGl: string
  /** Help: drag or arrow keys turn, plus and minus zoom, R resets. */
  instructions: string
  reset: string
  fullscreen: string
  exitFullscreen: string
}
