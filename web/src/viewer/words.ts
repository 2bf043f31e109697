/** The viewer's texts, in the reader's language: whoever shows the viewer brings them. */
export interface ViewerWords {
  /** Names the progress bar, for instance "Loading 3D". */
  loading: string
  /** "3D could not load". */
  failed: string
  retry: string
  /** Shown when the browser has no WebGL 2. */
  noWebGl: string
  /** How to use the keyboard: arrows turn, plus and minus zoom, R starts over. */
  instructions: string
  reset: string
  fullscreen: string
  exitFullscreen: string
}
