import { stat } from 'node:fs/promises'
import { InputFailure } from '@toile/contracts/failures'
import { countCommand, INPUT, probeCommand } from './commands.js'
import type { VideoTools } from './executable.js'
import type { VideoFacts } from './answers.js'
import { assertHeader, factsOf, pictureStream, type Probed } from './facts.js'
import { progressOf, runTool } from './run-tool.js'

/** Messages of the MP4 and Matroska demuxers for a file that ends before the end of its last packet. */
const CUT_OFF = /partial file|ended prematurely/

/** Checks the header against the limits before counting packets. @throws the errors of probeVideo() */
export async function probe({ ffprobe, ffmpeg }: VideoTools, format: VideoFacts['format']): Promise<VideoFacts> {
  // The first bytes are a video's, so the file counts as damaged if ffprobe fails at it, even for lack of memory.
  const { stdout: header } = await runTool(ffprobe, probeCommand(format)).catch((error: unknown) => {
    throw error instanceof InputFailure ? new InputFailure('VIDEO_DAMAGED') : error
  })
  const probed = JSON.parse(header) as Probed
  assertHeader(probed)
  const { stdout, stderr } = await runTool(ffmpeg, countCommand(format, pictureStream(probed)!.index))
  const counted = { ...progressOf(stdout), isCut: CUT_OFF.test(stderr) }
  return factsOf(probed, counted, format, (await stat(INPUT)).size)
}
