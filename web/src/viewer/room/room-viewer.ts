import { isForSceneViewer } from '@toile/contracts/models/models.constants'

/** What a device brings to put a garment into the room before its camera. */
export type RoomViewer = 'quickLook' | 'sceneViewer'

/** Safari on iOS says so itself; Google's viewer comes with Android. Others have none. */
export function roomViewer(): RoomViewer | null {
  if (document.createElement('a').relList.supports('ar')) return 'quickLook'
  return /android/i.test(navigator.userAgent) ? 'sceneViewer' : null
}

export interface RoomModel {
  modelUrl: string
  /** Extensions that the model requires. */
  requires: readonly string[]
  /** A file of it that needs no decoder, where there is one. */
  arUrl: string | undefined
  title: string
  /** Where a device without the viewer goes instead. */
  pageUrl: string
}

/** The address that opens Google's Scene Viewer on Android; null where there is no file that it could read. */
export function sceneViewerLink({ modelUrl, requires, arUrl, title, pageUrl }: RoomModel): string | null {
  const file = isForSceneViewer(requires) ? modelUrl : arUrl
  if (!file) return null
  const query = new URLSearchParams({ file, mode: 'ar_preferred', title })
  const intent = [
    'scheme=https',
    'package=com.google.android.googlequicksearchbox',
    'action=android.intent.action.VIEW',
    `S.browser_fallback_url=${encodeURIComponent(pageUrl)}`,
  ]
  return `intent://arvr.google.com/scene-viewer/1.0?${query}#Intent;${intent.join(';')};end;`
}
