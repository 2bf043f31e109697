/**
 * Fetches a file and tells how far it is.
 * @param expectedBytes the size that the server stated elsewhere; compressed answers carry no usable length
 * @param onProgress gets 0 to 1
 * Throws on an answer that is not 2xx, on a broken connection and when the signal fires.
 */
export async function download(
  url: string,
  expectedBytes: number,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal })
  if (!response.ok || !response.body) throw new Error(`the model answered ${response.status}`)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    received += value.byteLength
    onProgress(Math.min(received / Math.max(expectedBytes, 1), 1))
  }
  return await new Blob(chunks).arrayBuffer()
}
