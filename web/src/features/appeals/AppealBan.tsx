import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { AppealForm } from './AppealForm.js'
import { loadNamespaces } from '../../i18n/load-namespaces.js'

await loadNamespaces('appeals')

/** Uses the token from the ban mail, because banned users cannot sign in. */
export function AppealBan({ token }: { token: string }) {
  const { t } = useTranslation()
  const [isSent, setSent] = useState(false)
  return (
    <div className="login">
      <PageHeading title={t('appeals:banTitle')} />
      {isSent ? (
        <p role="status">{t('appeals:sentByMail')}</p>
      ) : (
        <AppealForm draftKey="ban" send={(text) => api.appealBan({ token, text })} onSent={() => setSent(true)} />
      )}
    </div>
  )
}
