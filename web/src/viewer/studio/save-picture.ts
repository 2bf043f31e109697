import type { Orbit } from '../orbit.js'

/** Offers what is on screen as a PNG named after the work. */
export async function savePicture(orbit: Orbit, title: string): Promise<void> {
  const url = URL.createObjectURL(await orbit.takePicture())
  const link = document.createElement('a')
  link.href = url
  link.download = `${title.replace(/[\\/:*?"<>|\s]+/g, '-').slice(0, 80) || 'toile'}.png`
  link.click()
  // The browser has taken what it needs by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
