import { useTranslation } from 'react-i18next'
import { languages, type Language } from '@toile/contracts/languages.constants'
import { safeBackUrl } from '../lib/back-url.js'
import { setLanguage } from '../i18n/index.js'
import { paths } from '../lib/paths.js'
import { Link, NavLink, useLocation } from '../lib/router.js'
import { useSession } from '../lib/session.js'
import { colourModes, setColourMode, useColourMode } from '../lib/theme.js'
import { ButtonLink } from '../ui/Button.js'
import { UserMenu } from './UserMenu.js'
import './header.css'

const languageNames: Record<Language, string> = { en: 'English', 'zh-CN': '中文' }

export function Header() {
  const { t, i18n } = useTranslation()
  const session = useSession()
  const mode = useColourMode()
  const { pathname, search } = useLocation()
  const here = safeBackUrl(pathname + search, location.origin)
  const back = here === '/' ? undefined : here
  return (
    <header className="header">
      <Link to={paths.home} className="header-logo">
        Toile
      </Link>
      <nav aria-label={t('app.nav')}>
        <NavLink to={paths.home} end className="header-link">
          {t('app.home')}
        </NavLink>
        <NavLink to={paths.creators()} className="header-link">
          {t('app.creators')}
        </NavLink>
        <NavLink to={paths.activities} className="header-link">
          {t('app.activities')}
        </NavLink>
        <NavLink to={paths.learning} className="header-link">
          {t('app.learning')}
        </NavLink>
        <NavLink to={paths.market} className="header-link">
          {t('app.market')}
        </NavLink>
      </nav>
      <div className="header-end">
        <select
          className="header-select"
          aria-label={t('app.language')}
          value={i18n.language}
          onChange={(event) => void setLanguage(event.target.value as Language)}
        >
          {languages.map((language) => (
            <option key={language} value={language} lang={language}>
              {languageNames[language]}
            </option>
          ))}
        </select>
        <select
          className="header-select"
          aria-label={t('app.colourMode')}
          value={mode}
          onChange={(event) => setColourMode(event.target.value as typeof mode)}
        >
          {colourModes.map((one) => (
            <option key={one} value={one}>
              {t(`colourModes.${one}`)}
            </option>
          ))}
        </select>
        {/* BellSlot renders the bell into this element. */}
        <span id="bell" />
        {session ? (
          <UserMenu name={session.name || session.nickname || ''} />
        ) : (
          <>
            <ButtonLink variant="quiet" to={paths.signIn(back)}>
              {t('app.signIn')}
            </ButtonLink>
            <ButtonLink variant="quiet" to={paths.register(back)}>
              {t('app.register')}
            </ButtonLink>
          </>
        )}
        <ButtonLink variant="filled" to={paths.upload}>
          {t('app.upload')}
        </ButtonLink>
      </div>
    </header>
  )
}
