import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { useTranslation } from 'react-i18next'
import { PROVEN_MINUTES } from '@toile/contracts/sessions/sessions.constants'
import { api } from '../../lib/api.js'
import { queryClient } from '../../lib/query.js'
import { ReauthDialog } from './ReauthDialog.js'

let pending: Promise<boolean> | undefined

/** Asks for the password in a dialog, which concurrent calls share. Resolves to whether the password was confirmed. */
export const promptReauthentication = (): Promise<boolean> =>
  (pending ??= showDialog().finally(() => (pending = undefined)))

/** The dialog is rendered outside the page's React tree, because any API call may need it. */
function showDialog(): Promise<boolean> {
  return new Promise((resolve) => {
    const container = document.body.appendChild(document.createElement('div'))
    const root = createRoot(container)
    const end = (isProven: boolean) => {
      root.unmount()
      container.remove()
      resolve(isProven)
    }
    root.render(
      <QueryClientProvider client={queryClient}>
        <ReauthPrompt end={end} />
      </QueryClientProvider>,
    )
  })
}

function ReauthPrompt({ end }: { end: (isProven: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <ReauthDialog
      title={t('account.proveTitle')}
      text={t('account.proveText', { count: PROVEN_MINUTES })}
      button={t('common.continue')}
      hasPassword
      act={(proof) => api.reauthenticate(proof)}
      onDone={() => end(true)}
      onClose={() => end(false)}
    />
  )
}
