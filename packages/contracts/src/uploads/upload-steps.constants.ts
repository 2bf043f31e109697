/**
 * The named steps of the work that leads to each stage, in their order, as the workers report them. A report says how
 * far its step is; the client draws them below the stage. What is not in here counts for the stage as a whole.
 */
export const uploadSteps = {
  finished: ['checksum'],
  processed: ['unpack', 'guard', 'convert', 'validate', 'optimise', 'measure', 'write'],
  ready_to_publish: ['preview', 'encode'],
} as const
/** The same of a video. It plays from `processed` on; the further sizes come after that. */
export const videoSteps: Record<WorkedStage, readonly string[]> = {
  finished: ['checksum'],
  processed: ['probe', 'poster', 'play'],
  ready_to_publish: ['storyboard', 'sizes'],
}
export type WorkedStage = keyof typeof uploadSteps

/** The stage that the work on an upload at `stage` leads to. */
export const nextStage = { upload: 'finished', finished: 'processed', processed: 'ready_to_publish' } as const

/** How far a stage is, 0 to 1, when `step` is `fraction` done; undefined for a step that is not of that stage. */
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
