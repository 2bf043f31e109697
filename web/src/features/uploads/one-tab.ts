// Two tabs must not send the same upload: the server would throw out one for the other, again and again.

const nameOf = (uploadId: string) => `toile-upload-${uploadId}`

/** Marks an upload as sent by this tab, until the function returned is called or the tab is gone. */
export function holdUpload(uploadId: string): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  // Missing where the page is not a secure context; then nobody is kept out.
  void navigator.locks?.request(nameOf(uploadId), { ifAvailable: true }, () => held)
  return release
}

/** The uploads that some tab of this browser sends. */
export async function heldUploads(): Promise<Set<string>> {
  const held = (await navigator.locks?.query())?.held ?? []
  return new Set(held.flatMap(({ name }) => (name?.startsWith(nameOf('')) ? [name.slice(nameOf('').length)] : [])))
}
