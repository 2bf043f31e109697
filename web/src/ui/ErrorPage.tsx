import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { reloadFor } from '../lib/errors.js'
import { paths } from '../lib/paths.js'
import { isRouteErrorResponse, useRouteError } from '../lib/router.js'
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

export function ErrorPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  const missing = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    if (missing) console.warn(error.data)
    else if (!reloadFor(error)) console.error(error)
  }, [error, missing])
  if (missing) return <NotFound />
  return (
    <div className="error-page">
      <PageHeading title={t('errors.broken')} />
      <p>{t('errors.brokenText')}</p>
      <Button onClick={() => location.reload()}>{t('errors.reload')}</Button>
    </div>
  )
}
