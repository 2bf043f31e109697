import { invalidInput } from '@toile/contracts/errors'
import type { Storage } from '@toile/storage/storage'

// This module reads the central directory of a ZIP (APPNOTE 4.3.12 and 4.3.16). It unpacks nothing.

const END_SIGNATURE = 0x06054b50
const END_BYTES = 22
const ENTRY_SIGNATURE = 0x02014b50
const ENTRY_BYTES = 46
const MAX_COMMENT = 0xffff
/** Maximum size of the central directory. A directory of 10,000 files has about 1 MB. */
const MAX_LIST_BYTES = 4 * 1024 ** 2

/** The files' names as stored. Never use them as paths. @throws 422 for non-ZIPs, empty ZIPs, ZIP64, lists > 4 MiB */
export async function namesInZip(storage: Storage, { key, bytes }: { key: string; bytes: number }): Promise<string[]> {
  const no = invalidInput({ uploadId: [{ code: 'FIELD_INVALID' }] })
  if (bytes < END_BYTES) throw no
  const tail = await read(storage, key, Math.max(0, bytes - END_BYTES - MAX_COMMENT), bytes - 1)
  let end = tail.length - END_BYTES
  while (end >= 0 && tail.readUInt32LE(end) !== END_SIGNATURE) end--
  if (end < 0) throw no
  const [size, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (size < ENTRY_BYTES || size > MAX_LIST_BYTES || start + size > bytes) throw no
  const list = await read(storage, key, start, start + size - 1)
  const names: string[] = []
  for (let at = 0; at + ENTRY_BYTES <= list.length;) {
    if (list.readUInt32LE(at) !== ENTRY_SIGNATURE) throw no
    const name = list.readUInt16LE(at + 28)
    names.push(list.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + name))
    at += ENTRY_BYTES + name + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
  }
  return names
}

async function read(storage: Storage, key: string, start: number, end: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of await storage.get(key, { start, end })) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
