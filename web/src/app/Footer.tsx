import { useTranslation } from 'react-i18next'
import { paths } from '../lib/paths.js'
import { Link } from '../lib/router.js'
import './footer.css'

export function Footer() {
  const { t } = useTranslation()
  return (
    <footer className="footer">
      <p>
        <span className="footer-name">Toile</span> {t('footer.note')}
      </p>
      <nav aria-label={t('footer.nav')}>
        <Link to={paths.about}>{t('footer.about')}</Link>
        <Link to={paths.terms}>{t('footer.terms')}</Link>
        <Link to={paths.privacy}>{t('footer.privacy')}</Link>
      </nav>
    </footer>
  )
}
