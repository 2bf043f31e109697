/**
 * Steps of the work towards each stage, in order. Workers report them, and the client shows them. For an unknown step,
 * the client shows only the stage.
 */
export const uploadSteps = {
  finished: ['checksum'],
  processed: ['unpack', 'guard', 'convert', 'validate', 'optimise', 'measure', 'write'],
  ready_to_publish: ['preview', 'encode'],
} as const
/** A video can be played once it is `processed`. Its larger sizes follow in the next stage. */
export const videoSteps: Record<WorkedStage, readonly string[]> = {
  finished: ['checksum'],
  processed: ['probe', 'poster', 'play'],
  ready_to_publish: ['storyboard', 'sizes'],
}
export type WorkedStage = keyof typeof uploadSteps

export const nextStage = { upload: 'finished', finished: 'processed', processed: 'ready_to_publish' } as const

/** Progress of the stage, from 0 to 1, when this fraction of `step` is done. Undefined for an unknown step. */
export function stageProgress(
  stage: WorkedStage,
  step: string,
  fraction: number,
  all: Record<WorkedStage, readonly string[]> = uploadSteps,
): number | undefined {
  const steps = all[stage]
  const index = steps.indexOf(step)
  return index < 0 ? undefined : (index + Math.min(1, Math.max(0, fraction))) / steps.length
}
