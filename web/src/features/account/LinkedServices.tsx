import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { socialProviderNames, type SocialProvider } from '@toile/contracts/sessions/social.constants'
import { api } from '../../lib/api.js'
import { Button } from '../../ui/Button.js'
import { formatDate } from '../../ui/format.js'
import { toast } from '../../ui/toasts/toasts.js'
import { useProviders } from '../login/SocialButtons.js'

const ReauthDialog = lazy(async () => ({ default: (await import('./ReauthDialog.js')).ReauthDialog }))

export function LinkedServices({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation()
  const providers = useProviders()
  const list = useQuery({
    queryKey: ['identities'],
    queryFn: ({ signal }) => api.listIdentities({}, { signal }),
    staleTime: 0,
  })
  const [linking, setLinking] = useState<Linking>()
  const linked = list.data?.items ?? []
  // A linked provider that is no longer configured stays listed, so that the user can unlink it.
  const types = [...new Set([...providers, ...linked.map(({ type }) => type)])]

  return (
    <section aria-labelledby="linked">
      <h2 id="linked">{t('account.linked')}</h2>
      {types.length === 0 && <p className="muted">{t('account.linkedNone')}</p>}
      {types.map((type) => {
        const identity = linked.find((one) => one.type === type)
        const provider = socialProviderNames[type]
        return (
          <div key={type} className="profile-row">
            <div>
              <strong>{provider}</strong>
              <p className="muted">
                {!identity
                  ? t('account.notLinked')
                  : identity.email
                    ? t('account.linkedAs', { email: identity.email })
                    : t('account.linkedSince', { at: formatDate(identity.linkedAt) })}
              </p>
            </div>
            <Button onClick={() => setLinking({ type, linked: identity !== undefined })}>
              {t(identity ? 'account.unlink' : 'account.link', { provider })}
            </Button>
          </div>
        )
      })}
      <Suspense fallback={null}>
        {linking && (
          <ReauthDialog
            title={t(linking.linked ? 'account.unlink' : 'account.link', {
              provider: socialProviderNames[linking.type],
            })}
            button={t('common.continue')}
            hasPassword={hasPassword}
            act={(proof) => link(linking, proof)}
            onDone={() => {
              // After a request to link, the dialog stays, because the browser is leaving for the provider's site.
              if (!linking.linked) return
              toast('success', t('account.unlinked', { provider: socialProviderNames[linking.type] }))
              setLinking(undefined)
              void list.refetch()
            }}
            onClose={() => setLinking(undefined)}
          />
        )}
      </Suspense>
    </section>
  )
}

interface Linking {
  type: SocialProvider
  linked: boolean
}

async function link({ type, linked }: Linking, proof: { password: string }): Promise<void> {
  if (linked) await api.unlinkIdentity({ type, ...proof })
  else location.assign((await api.linkIdentity({ type, ...proof })).url)
}
