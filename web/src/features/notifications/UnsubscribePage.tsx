import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.js'
import { paths } from '../../lib/paths.js'
import { useSearchParams } from '../../lib/router.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { PageHeading } from '../../ui/PageHeading.js'
import '../login/login.css'
import { ProblemText } from '../../ui/ProblemText.js'

/** A mailed link opens this page without a session. Only a press unsubscribes, because virus scanners open links. */
export function UnsubscribePage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const token = search.get('token')

  const stop = useMutation({
    mutationFn(all: boolean) {
      const form = new FormData()
      form.set('token', token ?? '')
      if (all) form.set('all', 'true')
      return api.unsubscribe(form)
    },
    meta: { showsError: true },
  })
  const stopped = stop.isSuccess && (stop.variables ? 'all' : 'kind')
  return (
    <div className="login">
      <PageHeading title={t('unsubscribe.title')} />
      <p role="status">{t(stopped ? `unsubscribe.done.${stopped}` : 'unsubscribe.text')}</p>
      <ProblemText className="form-problem" text={stop.error?.message} />
      {!stopped && (
        <Button variant="filled" busy={stop.isPending} onClick={() => stop.mutate(false)}>
          {t('unsubscribe.stop')}
        </Button>
      )}
      {stopped !== 'all' && (
        <Button busy={stop.isPending} onClick={() => stop.mutate(true)}>
          {t('unsubscribe.stopAll')}
        </Button>
      )}
      <ButtonLink variant="quiet" to={paths.notifications('settings')}>
        {t('unsubscribe.choose')}
      </ButtonLink>
    </div>
  )
}
