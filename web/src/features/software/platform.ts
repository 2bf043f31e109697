import type { Platform } from '@toile/contracts/software/software.constants'

/** Undefined for phones, tablets and unknown platforms. */
export function platformOf({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Platform | undefined {
  if (/\bAndroid\b|\biPhone\b|\biPad\b/.test(userAgent)) return undefined
  if (/\bWindows\b/.test(userAgent)) return 'windows'
  // An iPad presents itself as a Mac, but no Mac has a touch screen.
  if (/\bMac OS X\b|\bMacintosh\b/.test(userAgent)) return maxTouchPoints > 1 ? undefined : 'macos'
  return /\bLinux\b/.test(userAgent) ? 'linux' : undefined
}
