import { useQuery } from '@tanstack/react-query'
import App from 'antd/es/app'
import ConfigProvider from 'antd/es/config-provider'
import enUS from 'antd/es/locale/en_US'
import theme from 'antd/es/theme'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownTheme } from '../../lib/theme.js'
import { toastTimes, TOAST_TOP_PX } from '../../ui/toasts/toast-times.js'
import { kitTokens } from './antd-theme.js'

const seconds = (ms: number) => ms / 1_000

/** The kit's own words; English is built in, the other comes when it is needed. */
const locales: Record<string, () => Promise<typeof enUS>> = {
  en: () => Promise.resolve(enUS),
  'zh-CN': async () => (await import('antd/es/locale/zh_CN')).default,
}

/** Puts antd below it into our colours, sizes and language. Only lazily loaded pages may use it: it is large. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  const shown = useShownTheme()
  const { data: locale } = useQuery({
    queryKey: ['kit-locale', i18n.language],
    queryFn: () => locales[i18n.language]!(),
    initialData: i18n.language === 'en' ? enUS : undefined,
    staleTime: Infinity,
  })
  return (
    <ConfigProvider
      locale={locale}
      theme={{
        token: kitTokens[shown],
        algorithm: shown === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
        // The switch's own contrast and the hit area of small icons; see the accessibility test.
        components: {
          Switch: { colorTextQuaternary: kitTokens[shown].colorBorder, handleBg: kitTokens[shown].colorBgContainer },
        },
      }}
    >
      <App
        component={false}
        message={{ top: TOAST_TOP_PX, duration: seconds(toastTimes.message) }}
        notification={{ top: TOAST_TOP_PX, duration: seconds(toastTimes.notification) }}
      >
        {children}
      </App>
    </ConfigProvider>
  )
}
