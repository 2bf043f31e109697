import type { ViewerWords } from '../../viewer/Viewer.js'

/** The viewer's words in the reader's language; the viewer itself knows none. */
export function useViewerWords(): ViewerWords {
  return {}
}
