import { createHash, type Hash } from 'node:crypto'
import { constants } from 'node:fs'
import { chown, copyFile, link, mkdir, open, rm, stat, unlink, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { SandboxError } from './sandbox-error.js'

/** Signatures of the files that our tools make: the offset of the signature and its bytes. */
const heads = {
  webp: [8, 'WEBP'],
  jpeg: [0, '\u00ff\u00d8\u00ff'],
  png: [1, 'PNG'],
  mp4: [4, 'ftyp'],
  zip: [0, 'PK'],
  glb: [0, 'glTF'],
} as const
export type MadeKind = keyof typeof heads

export interface MadeFile {
  path: string
  bytes: number
  sha256: string
}

export interface Wanted {
  kind: MadeKind
  maxBytes: number
}

const CHUNK_BYTES = 2 ** 20
const NAME = /^\w[\w.-]{0,99}$/

/** The child's working folder. An isolated child can write only here. A compromised child may put anything here. */
export const childFolder = (workDir: string) => path.join(workDir, 'child')
/** Folder of giveFile()'s files. The child can read these files but, on a host with isolation, cannot change them. */
export const givenFolder = (workDir: string) => path.join(workDir, 'given')
export const givenFile = (name: string) => `../given/${name}`
const takenFolder = (workDir: string) => path.join(workDir, 'taken')

/**
 * Makes a hard link for the child, because a copy per task costs disk time. If `user` may not read the file, giveFile()
 * copies the file instead: the original may belong to the store, so its mode must not change.
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
 * Moves a file out of the folder of a possibly compromised child. takeFile() follows no symlink and accepts only a
 * regular file with one link. It counts and hashes the bytes while it copies them to a folder that only the worker
 * writes.
 * @throws SandboxError when the file is missing, not regular, empty, too large or of another kind, or has several links
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

/** Like takeFile(), but reads the file into memory. @throws the errors of takeFile() */
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
  if (!NAME.test(name)) throw refused(name, 'is not a valid name')
}

async function assertPlain(file: FileHandle, name: string, { maxBytes }: Wanted): Promise<void> {
  const stat = await file.stat()
  if (!stat.isFile()) throw refused(name, 'is not a regular file')
  if (stat.nlink !== 1) throw refused(name, 'has several links')
  // The size is checked before copying, because a copy would fill the holes of a sparse file.
  if (stat.size > maxBytes) throw refused(name, 'is too large')
}

function assertKind(chunk: Buffer, name: string, kind: MadeKind): void {
  const [at, letters] = heads[kind]
  if (chunk.toString('latin1', at, at + letters.length) !== letters) throw refused(name, `is not a ${kind} file`)
}

const refused = (name: string, why: string) => new SandboxError(`refused a file of the child: ${name} ${why}`)
