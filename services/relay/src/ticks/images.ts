import { reactions } from '@toile/contracts/reactions'
import { redriveImage, stuckImages } from '@toile/db/images/images-transitions'
import { redriveStuckThings } from './stuck.js'

export const redriveStuckImages = redriveStuckThings('image', stuckImages, reactions['image.due'].jobs[0], redriveImage)
