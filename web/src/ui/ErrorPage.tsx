import { useTranslation } from 'react-i18next'
import { paths } from '../paths.js'
import { isRouteErrorResponse, useRouteError } from '../router.js'
import { Button, ButtonLink } from './Button.js'
import { PageHeading } from './PageHeading.js'
import './error-page.css'

export function NotFound() {
  const { t } = useTranslation()
  return (
    <div className="error-page">
      <p className="muted tabular">404</p>
      <PageHeading title={t('errors.notFound')} />
      <p>{t('errors.notFoundText')}</p>
      <ButtonLink to={paths.home}>{t('errors.toHome')}</ButtonLink>
    </div>
  )
}

const RELOADED = 'reloaded-after-deploy'

/** A chunk of the build before this one is gone from the server: a new load brings the new build. Once for each, never a loop. */
function reloadOnce(error: unknown): boolean {
  const text = error instanceof Error ? error.message : ''
  const stale = /dynamically imported module|module script failed|insertBefore/i.test(text)
  if (!stale || sessionStorage.getItem(RELOADED) === text) return false
  sessionStorage.setItem(RELOADED, text)
  location.reload()
  return true
}

/** Stands in for a page that failed to load or to draw. */
export function ErrorPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  if (reloadOnce(error)) return null
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return (
    <div className="error-page">
      <PageHeading title={t('errors.broken')} />
      <p>{t('errors.brokenText')}</p>
      <Button onClick={() => location.reload()}>{t('errors.reload')}</Button>
    </div>
  )
}
