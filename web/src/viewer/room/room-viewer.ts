import { isForSceneViewer } from '@toile/contracts/models/models.constants'

export type RoomViewer = 'quickLook' | 'sceneViewer'

/** The device's AR viewer. iOS reports that it supports Quick Look. Android is assumed to have Scene Viewer. */
export function roomViewer(): RoomViewer | null {
  if (document.createElement('a').relList.supports('ar')) return 'quickLook'
  return /android/i.test(navigator.userAgent) ? 'sceneViewer' : null
}

export interface RoomModel {
  modelUrl: string
  requires: readonly string[]
  /** A version of the model that needs no decoder, if there is one. */
  arUrl: string | undefined
  title: string
  pageUrl: string
}

/** A link that opens Google's Scene Viewer on Android. It is null if Scene Viewer can read neither file. */
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
