/**
 * @param expectedBytes the file's size from the API; compressed responses have no usable Content-Length
 * @param onProgress receives the downloaded share of the file, 0 to 1
 * @throws Error on an error status, TypeError if the connection fails, or the signal's reason
 */
export async function download(
  url: string,
  expectedBytes: number,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal })
  if (!response.ok || !response.body) throw new Error(`fetching the model failed with status ${response.status}`)
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
