import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.js'
import { suppressSignInRedirect } from '../../lib/request.js'
import { navigateTo } from '../../lib/navigation.js'
import { paths } from '../../lib/paths.js'
import { forgetPerson } from './sign-out.js'
import { Button } from '../../ui/Button.js'
import { toast } from '../../ui/toasts/toasts.js'
import { saveExport } from './save-export.js'

const ReauthDialog = lazy(async () => ({ default: (await import('./ReauthDialog.js')).ReauthDialog }))

export function PersonalData({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: saveExport,
    meta: { showsError: true },
    onError: ({ message }) => toast('error', message || t('account.exportFailed')),
  })
  const [isDeleting, setDeleting] = useState(false)

  return (
    <section aria-labelledby="your-data">
      <h2 id="your-data">{t('account.yours')}</h2>
      <div className="profile-row">
        <p>{t('account.exportHint')}</p>
        <Button busy={save.isPending} onClick={() => save.mutate()}>
          {t('account.export')}
        </Button>
      </div>
      <div className="profile-row">
        <p>{t('account.deleteText')}</p>
        <Button onClick={() => setDeleting(true)}>{t('account.delete')}</Button>
      </div>
      <Suspense fallback={null}>
        {isDeleting && (
          <ReauthDialog
            title={t('account.deleteTitle')}
            text={t('account.deleteText')}
            button={t('account.deleteConfirm')}
            hasPassword={hasPassword}
            act={async (proof) => {
              suppressSignInRedirect(true)
              try {
                await api.deleteAccount(proof)
              } catch (error) {
                suppressSignInRedirect(false)
                throw error
              }
            }}
            onDone={() => {
              // This page is left before the session is forgotten. Otherwise it would refetch its data as a visitor.
              void navigateTo(paths.home).then(() => {
                forgetPerson()
                suppressSignInRedirect(false)
              })
              toast('success', t('account.deleted'))
            }}
            onClose={() => setDeleting(false)}
          />
        )}
      </Suspense>
    </section>
  )
}
