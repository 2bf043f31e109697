import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../lib/api.js'
import { FAILED } from '../../lib/request.js'
import { paths } from '../../lib/paths.js'
import { useSearchParams } from '../../lib/router.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { PageHeading } from '../../ui/PageHeading.js'
import '../login/login.css'

type State = 'asked' | 'busy' | 'kind' | 'all' | { failed: string }

/**
 * Where the link in a mail leads. Opening it changes nothing (programs that look for viruses open links too); a press
 * does, whoever is signed in or not.
 */
export function UnsubscribePage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const [state, setState] = useState<State>('asked')
  const token = search.get('token')

  async function stop(all: boolean): Promise<void> {
    setState('busy')
    const form = new FormData()
    form.set('token', token ?? '')
    if (all) form.set('all', 'true')
    const result = await resultOf(api.unsubscribe(form, { quiet: true }))
    if (result.code === FAILED) setState({ failed: result.message })
    else setState(all ? 'all' : 'kind')
  }

  const isDone = state === 'kind' || state === 'all'
  return (
    <div className="login">
      <PageHeading title={t('unsubscribe.title')} />
      <p role="status">{t(isDone ? `unsubscribe.done.${state}` : 'unsubscribe.text')}</p>
      {typeof state === 'object' && (
        <p role="alert" className="form-problem">
          {state.failed}
        </p>
      )}
      {!isDone && (
        <Button variant="filled" busy={state === 'busy'} onClick={() => void stop(false)}>
          {t('unsubscribe.stop')}
        </Button>
      )}
      {state !== 'all' && (
        <Button busy={state === 'busy'} onClick={() => void stop(true)}>
          {t('unsubscribe.stopAll')}
        </Button>
      )}
      <ButtonLink variant="quiet" to={paths.notifications('settings')}>
        {t('unsubscribe.choose')}
      </ButtonLink>
    </div>
  )
}
