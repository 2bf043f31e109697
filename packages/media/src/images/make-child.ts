import type { Crop } from '@toile/contracts/images/images'
import type { ImagePurpose } from '@toile/contracts/images/images.constants'
import { serveIsolated } from '../sandbox-child.js'
import { renderImage } from './render.js'

serveIsolated<{ purpose: ImagePurpose; crop: Crop | null; isEmbedded: boolean }>((args, inputFd) =>
  renderImage(inputFd, { ...args, folder: process.cwd() }),
)
