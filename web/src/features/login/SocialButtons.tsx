import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { socialProviderNames, socialProviders } from '@toile/contracts/sessions/social.constants'
import { api } from '../../lib/api.js'
import { paths } from '../../lib/paths.js'
import { socialBackUrl } from './social-redirect-state.js'

/** The configured providers. The list is empty while it is loading. */
export function useProviders() {
  const { data } = useQuery({
    queryKey: ['entry'],
    queryFn: ({ signal }) => api.entryInfo({}, { signal }),
    staleTime: Infinity,
  })
  return socialProviders.filter((type) => data?.providers.includes(type))
}

/** These are links instead of buttons, because signing in navigates to the site of the provider. */
export function SocialButtons({ backUrl }: { backUrl: string | undefined }) {
  const { t } = useTranslation()
  const providers = useProviders()
  if (providers.length === 0) return null
  return (
    <div className="login-social">
      <p className="muted">{t('login.or')}</p>
      {providers.map((type) => (
        <a
          key={type}
          className="button button-plain"
          href={paths.startSocial(type)}
          onClick={() => socialBackUrl.set(backUrl)}
        >
          {t('login.with', { provider: socialProviderNames[type] })}
        </a>
      ))}
    </div>
  )
}
