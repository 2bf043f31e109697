/** Call this function in the same task that drew the canvas. After that task, the canvas may lose its content. */
export async function canvasToBase64(canvas: HTMLCanvasElement, type: 'image/png' | 'image/webp'): Promise<string> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type))
  if (!blob) throw new Error('the picture could not be encoded')
  return bytesToBase64(new Uint8Array(await blob.arrayBuffer()))
}

export function bytesToBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
  return btoa(binary)
}
