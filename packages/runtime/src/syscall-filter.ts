/** System call numbers (asm/unistd.h) and audit architecture (linux/audit.h) per processor. */
const numbers = {
  x64: { audit: 0xc000003e, clone: 56, shmget: 29, memfd_create: 319, unshare: 272, setns: 308, mount: 165 },
  arm64: { audit: 0xc00000b7, clone: 220, shmget: 194, memfd_create: 279, unshare: 97, setns: 268, mount: 40 },
} as const
const newer = { clone3: 435, open_tree: 428, move_mount: 429, fsopen: 430, fsmount: 432, mount_setattr: 442 }
/** Every CLONE_NEW* flag of clone(). */
const CLONE_NEW = 0x7e020000
/** Marks calls through the x32 interface, which has its own call numbers. */
const X32_BIT = 0x40000000

const EPERM = 1
const ENOSYS = 38
const [LOAD, EQUALS, AT_LEAST, HAS_BITS, RETURN] = [0x20, 0x15, 0x35, 0x45, 0x06]
const [ALLOW, KILL, ERRNO] = [0x7fff0000, 0x80000000, 0x00050000]
/** Offsets in `struct seccomp_data`: call number, architecture, low half of the first argument. */
const [NUMBER, PROCESSOR, FIRST_ARGUMENT] = [0, 4, 16]

/**
 * A seccomp filter. It forbids System V shared memory and memfd, because limits do not count that memory. It also
 * forbids new namespaces and mounts, because they grant rights. Undefined for an unknown processor.
 */
export function syscallFilter(arch: string = process.arch): Buffer | undefined {
  if (arch !== 'x64' && arch !== 'arm64') return undefined
  const { audit, clone, ...refused } = numbers[arch]
  const { clone3, ...mounts } = newer
  return Buffer.concat([
    instruction(LOAD, PROCESSOR),
    instruction(EQUALS, audit, 1, 0),
    instruction(RETURN, KILL),
    instruction(LOAD, NUMBER),
    ...(arch === 'x64' ? [instruction(AT_LEAST, X32_BIT, 0, 1), instruction(RETURN, KILL)] : []),
    // The flags of clone3() are in memory, which no filter can read. ENOSYS makes libraries fall back to clone().
    ...[instruction(EQUALS, clone3, 0, 1), instruction(RETURN, ERRNO + ENOSYS)],
    ...Object.values({ ...refused, ...mounts }).flatMap((number) => [
      instruction(EQUALS, number, 0, 1),
      instruction(RETURN, ERRNO + EPERM),
    ]),
    instruction(EQUALS, clone, 0, 3),
    instruction(LOAD, FIRST_ARGUMENT),
    instruction(HAS_BITS, CLONE_NEW, 0, 1),
    instruction(RETURN, ERRNO + EPERM),
    instruction(RETURN, ALLOW),
  ])
}

/** An instruction of classic BPF (linux/filter.h). `ifTrue` and `ifFalse` say how many next instructions to skip. */
function instruction(code: number, operand: number, ifTrue = 0, ifFalse = 0): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(ifTrue, 2)
  bytes.writeUInt8(ifFalse, 3)
  bytes.writeUInt32LE(operand, 4)
  return bytes
}
