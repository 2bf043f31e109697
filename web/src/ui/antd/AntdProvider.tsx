import { useQuery } from '@tanstack/react-query'
import ConfigProvider from 'antd/es/config-provider'
import enUS from 'antd/es/locale/en_US'
import theme from 'antd/es/theme'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownTheme } from '../../lib/theme.js'
import { componentTokens, tokens } from './antd-theme.js'
import './antd.css'

const locales: Record<string, () => Promise<typeof enUS>> = {
  en: () => Promise.resolve(enUS),
  'zh-CN': async () => {
    // dayjs provides the calendar's names of months and days.
    const [locale] = await Promise.all([import('antd/es/locale/zh_CN'), import('dayjs/locale/zh-cn')])
    return locale.default
  },
}

/** Applies our colours, sizes and language to antd. Only lazily loaded layouts may use it, because antd is large. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  const shown = useShownTheme()
  // ConfigProvider mounts its children anew when it first gets a locale. So it has one before the user's is loaded.
  const { data: locale = enUS } = useQuery({
    queryKey: ['antd-locale', i18n.language],
    queryFn: () => locales[i18n.language]!(),
    staleTime: Infinity,
  })
  return (
    <ConfigProvider
      locale={locale}
      // antd would put a space into a button's text of two Chinese characters. The site's own buttons have no space.
      button={{ autoInsertSpace: false }}
      theme={{
        // With reduced motion, base.css only shortens animations. antd's animations must be off, because antd positions
        // a dropdown list only after its animation.
        token: { ...tokens[shown], motion: !matchMedia('(prefers-reduced-motion: reduce)').matches },
        algorithm: shown === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
        components: componentTokens(shown),
      }}
    >
      {children}
    </ConfigProvider>
  )
}
