/** What a device brings to put a garment into the room before its camera. */
export type RoomViewer = 'quickLook' | 'sceneViewer'

/** Safari on iOS says so itself; Google's viewer comes with Android. Others have none. */
export function roomViewer(): RoomViewer | null {
  if (document.createElement('a').relList.supports('ar')) return 'quickLook'
  return /android/i.test(navigator.userAgent) ? 'sceneViewer' : null
}

/** Extensions that Google's viewer is known to read. A file that cannot do without another one would only fail there. */
const sceneViewerReads = new Set([
  'KHR_draco_mesh_compression',
  'KHR_materials_unlit',
  'KHR_mesh_quantization',
  'KHR_texture_transform',
])

/**
 * The address that opens Google's Scene Viewer on Android; null where it could not read the file.
 * @param pageUrl where a device without it goes instead
 */
export function sceneViewerLink(
  modelUrl: string,
  { requires, title, pageUrl }: { requires: readonly string[]; title: string; pageUrl: string },
): string | null {
  if (!requires.every((extension) => sceneViewerReads.has(extension))) return null
  const query = new URLSearchParams({ file: modelUrl, mode: 'ar_preferred', title })
  const intent = [
    'scheme=https',
    'package=com.google.android.googlequicksearchbox',
    'action=android.intent.action.VIEW',
    `S.browser_fallback_url=${encodeURIComponent(pageUrl)}`,
  ]
  return `intent://arvr.google.com/scene-viewer/1.0?${query}#Intent;${intent.join(';')};end;`
}
