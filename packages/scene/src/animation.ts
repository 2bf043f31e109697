import { AnimationMixer, SkinnedMesh, type AnimationClip, type Object3D } from 'three'

export interface Clip {
  name: string
  durationSeconds: number
}

export interface Animation {
  clips: Clip[]
  /** Poses the model at `seconds` of a clip, which repeats. Null or an unknown clip restores the file's pose. */
  pose(moment: { clip: number; seconds: number } | null): void
}

export function readAnimation(root: Object3D, clips: readonly AnimationClip[]): Animation {
  const mixer = new AnimationMixer(root)
  let playing: number | null = null
  return {
    clips: clips.map(({ name, duration }, i) => ({ name: name || `${i + 1}`, durationSeconds: duration })),
    pose(moment) {
      const clip = moment && clips[moment.clip]
      if (playing !== null && playing !== moment?.clip) mixer.stopAllAction()
      playing = clip && moment ? moment.clip : null
      if (clip && moment) {
        mixer.clipAction(clip).play()
        mixer.setTime(clip.duration > 0 ? moment.seconds % clip.duration : 0)
      }
      // three computes a skinned mesh's bounds only once, so it would cull and pick by the bounds of the first pose.
      root.traverse((node) => {
        if (node instanceof SkinnedMesh) Object.assign(node, { frustumCulled: false, boundingSphere: null })
      })
    },
  }
}
