import { useTranslation } from 'react-i18next'
import { NavLink, Outlet } from '../../router.js'
import { Alerts } from './Alerts.js'
import { menu } from './menu.js'
import './office.css'

/** The back office: its menu beside the page. Its guard stands in routes.tsx, around all of it. */
export function OfficeLayout() {
  const { t } = useTranslation()
  return (
    <div className="office">
      <nav className="office-nav" aria-label={t('queues.office.menu')}>
        {menu.map((group) => (
          <details key={group.label} open={group.expanded}>
            <summary lang="zh-CN">{group.label}</summary>
            <ul>
              {group.entries.map(({ path, label }) => (
                <li key={path}>
                  <NavLink to={path} end lang="zh-CN">
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </nav>
      <div className="office-page">
        <Alerts />
        <Outlet />
      </div>
    </div>
  )
}
