import type { Platform } from '@toile/contracts/software/software.constants'

/** The kind of computer that a User-Agent names; undefined for phones and for what we do not know. */
export function thisPlatform(userAgent: string): Platform | undefined {
  if (/\bAndroid\b|\biPhone\b|\biPad\b/.test(userAgent)) return undefined
  if (/\bWindows\b/.test(userAgent)) return 'windows'
  if (/\bMac OS X\b|\bMacintosh\b/.test(userAgent)) return 'macos'
  return /\bLinux\b/.test(userAgent) ? 'linux' : undefined
}
