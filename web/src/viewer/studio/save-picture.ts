import { cutText } from '@toile/contracts/cut-text'
import { saveBlob } from '../../lib/save-blob.js'
import type { Orbit } from '../orbit.js'

/** Offers what is on screen as a PNG named after the work. */
export async function savePicture(orbit: Orbit, title: string): Promise<void> {
  saveBlob(await orbit.takePicture(), `${cutText(title.replace(/[\\/:*?"<>|\s]+/g, '-'), 80) || 'toile'}.png`)
}
