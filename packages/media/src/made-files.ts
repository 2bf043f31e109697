import { createHash, type Hash } from 'node:crypto'
import { constants } from 'node:fs'
import { chown, copyFile, link, mkdir, open, rm, stat, unlink, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { SandboxError } from './sandbox-error.js'

/** The first bytes of what our tools write; the place and the letters. */
const heads = {
  webp: [8, 'WEBP'],
  jpeg: [0, '\u00ff\u00d8\u00ff'],
  png: [1, 'PNG'],
  mp4: [4, 'ftyp'],
  zip: [0, 'PK'],
  glb: [0, 'glTF'],
} as const
export type MadeKind = keyof typeof heads

/** A file that a child made, where only the worker writes. */
export interface MadeFile {
  path: string
  bytes: number
  /** In hex. */
  sha256: string
}

export interface Wanted {
  kind: MadeKind
  maxBytes: number
}

const CHUNK_BYTES = 2 ** 20
/** A name, never a way. */
const NAME = /^\w[\w.-]{0,99}$/

/** Where a child works and may write. A compromised child may have put anything there. */
export const childFolder = (workDir: string) => path.join(workDir, 'child')
/** What giveFile() lays there is read by a child and, where the host can isolate, written by nobody. */
export const givenFolder = (workDir: string) => path.join(workDir, 'given')
/** Where a child finds what giveFile() has given it, from its own folder. */
export const givenFile = (name: string) => `../given/${name}`
const takenFolder = (workDir: string) => path.join(workDir, 'taken')

/**
 * Lays a file where a child can read it as givenFile(name). A second name of it: a copy for each task would be a disk's
 * work. It may be the store's own, whose rights are not ours to change: one that `user` may not read is copied.
 */
export async function giveFile(
  workDir: string,
  file: string,
  name: string,
  user: { uid: number; gid: number } | undefined,
): Promise<void> {
  const target = path.join(givenFolder(workDir), name)
  await mkdir(givenFolder(workDir), { recursive: true, mode: 0o755 })
  await rm(target, { force: true })
  const isReadable = !user || ((await stat(file)).mode & 0o004) !== 0
  if (isReadable) return link(file, target)
  await copyFile(file, target)
  await chown(target, user.uid, user.gid)
}

/**
 * Takes what a child has made out of its folder. A child may have been taken over by what it read: so the worker names the
 * file, follows no link, takes nothing but a regular file with one name, counts and hashes the bytes by itself, and copies
 * them to where nobody else writes. The child's own is gone then: what is named twice is not taken twice.
 * @throws SandboxError where it is no such file, is empty, too large, or of another kind
 */
export async function takeFile(workDir: string, name: string, wanted: Wanted): Promise<MadeFile> {
  assertName(name)
  await mkdir(takenFolder(workDir), { recursive: true, mode: 0o700 })
  const target = path.join(takenFolder(workDir), name)
  const copy = await open(target, 'w', 0o644)
  try {
    const hash = createHash('sha256')
    const bytes = await read(workDir, name, wanted, hash, (chunk) => copy.writeFile(chunk))
    return { path: target, bytes, sha256: hash.digest('hex') }
  } finally {
    await copy.close()
  }
}

/** As takeFile, into memory. */
export async function takeBytes(workDir: string, name: string, wanted: Wanted): Promise<Buffer> {
  assertName(name)
  const chunks: Buffer[] = []
  await read(workDir, name, wanted, undefined, async (chunk) => void chunks.push(chunk))
  return Buffer.concat(chunks)
}

async function read(
  workDir: string,
  name: string,
  wanted: Wanted,
  hash: Hash | undefined,
  put: (chunk: Buffer) => Promise<void>,
): Promise<number> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const made = path.join(childFolder(workDir), name)
  const refuse = (error: NodeJS.ErrnoException) => {
    throw refused(name, error.code ?? error.message)
  }
  const file = await open(made, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(refuse)
  try {
    await assertPlain(file, name, wanted)
    await unlink(made).catch(refuse)
    let bytes = 0
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES)
      if (bytesRead === 0) break
      const chunk = buffer.subarray(0, bytesRead)
      if (bytes === 0) assertKind(chunk, name, wanted.kind)
      bytes += bytesRead
      if (bytes > wanted.maxBytes) throw refused(name, 'is too large')
      hash?.update(chunk)
      await put(chunk)
    }
    if (bytes === 0) throw refused(name, 'is empty')
    return bytes
  } finally {
    await file.close()
  }
}

function assertName(name: string): void {
  if (!NAME.test(name)) throw refused(name, 'is no name')
}

async function assertPlain(file: FileHandle, name: string, { maxBytes }: Wanted): Promise<void> {
  const stat = await file.stat()
  if (!stat.isFile()) throw refused(name, 'is no file')
  if (stat.nlink !== 1) throw refused(name, 'has another name')
  // Before any of it is copied: a hole takes no place until then.
  if (stat.size > maxBytes) throw refused(name, 'is too large')
}

function assertKind(chunk: Buffer, name: string, kind: MadeKind): void {
  const [at, letters] = heads[kind]
  if (chunk.toString('latin1', at, at + letters.length) !== letters) throw refused(name, `is no ${kind}`)
}

const refused = (name: string, why: string) => new SandboxError(`what a child made is not taken: ${name} ${why}`)
