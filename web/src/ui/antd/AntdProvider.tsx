import { useQuery } from '@tanstack/react-query'
import ConfigProvider from 'antd/es/config-provider'
import enUS from 'antd/es/locale/en_US'
import theme from 'antd/es/theme'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownTheme } from '../../lib/theme.js'
import { componentTokens, tokens } from './antd-theme.js'
import './antd.css'

/** antd's own words; English is built in, the other comes when it is needed. */
const locales: Record<string, () => Promise<typeof enUS>> = {
  en: () => Promise.resolve(enUS),
  'zh-CN': async () => {
    // The names of months and days, which the calendar takes from dayjs.
    const [locale] = await Promise.all([import('antd/es/locale/zh_CN'), import('dayjs/locale/zh-cn')])
    return locale.default
  },
}

/** Puts antd below it into our colours, sizes and language. Only lazily loaded layouts may use it: it is large. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  const shown = useShownTheme()
  const { data: locale } = useQuery({
    queryKey: ['antd-locale', i18n.language],
    queryFn: () => locales[i18n.language]!(),
    initialData: i18n.language === 'en' ? enUS : undefined,
    staleTime: Infinity,
  })
  return (
    <ConfigProvider
      locale={locale}
      // Two characters stand beside each other, as they do in every other button.
      button={{ autoInsertSpace: false }}
      theme={{
        // base.css ends animations where less motion is wanted: a list that opens would wait for the end of its own, unplaced.
        token: { ...tokens[shown], motion: !matchMedia('(prefers-reduced-motion: reduce)').matches },
        algorithm: shown === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
        components: componentTokens(shown),
      }}
    >
      {children}
    </ConfigProvider>
  )
}
