import { reactions } from '@toile/contracts/reactions'
import { redriveVideo, stuckVideos } from '@toile/db/videos/videos-transitions'
import { redriveStuckThings } from './stuck.js'

export const redriveStuckVideos = redriveStuckThings('video', stuckVideos, reactions['video.due'].jobs[0], redriveVideo)
