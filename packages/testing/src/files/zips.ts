import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

/** Equal files give equal bytes. `mode` is the Unix mode of each entry. */
export function zipOf(files: Record<string, Buffer>, mode = 0o100644, compress = true): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, bytes] of Object.entries(files))
    zip.addBuffer(bytes, name, { mtime: new Date(1_700_000_000_000), mode, compress })
  zip.end()
  return buffer(zip.outputStream)
}
