export const languages = ['en', 'zh-CN'] as const

export type Language = (typeof languages)[number]

/** The first known language in an Accept-Language header (weights are ignored) or tag. All Chinese tags give zh-CN. */
export function pickLanguage(wanted: string | undefined): Language {
  for (const tag of (wanted ?? '').split(',')) {
    if (/^\s*zh\b/i.test(tag)) return 'zh-CN'
    if (/^\s*en\b/i.test(tag)) return 'en'
  }
  return 'en'
}
