import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '@toile/contracts/pages.constants'
import { AntdProvider } from '../../ui/antd/AntdProvider.js'
import { NavLink, Outlet, useLocation } from '../../lib/router.js'
import { Alerts } from './alerts/Alerts.js'
import { menu } from './menu.js'
import { loadNamespaces } from '../../i18n/load-namespaces.js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { backstageApi } from '../../lib/backstage-api.js'
import { useLive } from '../../lib/socket.js'
import { formatNumber } from '../../ui/format.js'
import './backstage.css'

await loadNamespaces('backstage', 'queues')

const REPORTS: Page = '/backgroundAdmin/reports'

export function BackstageLayout() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // In a short window, the menu scrolls to the current entry.
  useEffect(() => {
    // In newer browsers, scrollIntoView() returns a promise. `void` drops the promise, because React would take it for
    // a clean-up function.
    void nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <div className="backstage">
      <nav ref={nav} className="backstage-nav" aria-label={t('app.backstage')}>
        {menu.map((group) => (
          <details key={group.label} open={group.expanded || group.entries.some(({ path }) => isAt(path, pathname))}>
            <summary>
              <MenuLabel {...group} />
              {/* The count is shown while its group is closed; in an open group backstage.css hides it. */}
              {group.entries.some(({ path }) => path === REPORTS) && <OpenCases />}
            </summary>
            <ul>
              {group.entries.map((entry) => (
                <li key={entry.path}>
                  <NavLink to={entry.path} end={!holdsOthers(entry.path)}>
                    <MenuLabel {...entry} />
                    {entry.path === REPORTS && <OpenCases />}
                  </NavLink>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </nav>
      <div className="backstage-page">
        <AntdProvider>
          <Alerts />
          <Outlet />
        </AntdProvider>
      </div>
    </div>
  )
}

/** The label is always Chinese, as the specification requires. */
function MenuLabel({ label, english }: { label: string; english: string }) {
  return (
    <>
      <span lang="zh-CN">{label}</span>{' '}
      <small className="muted" lang="en">
        {english}
      </small>
    </>
  )
}

const isAt = (path: string, pathname: string) =>
  pathname === path || (holdsOthers(path) && pathname.startsWith(`${path}/`))

/** Only these two entries have a subpage (`/detail`) without a menu entry. The entry stays selected on its subpage. */
const holdsOthers = (path: string) =>
  path === '/backgroundAdmin/learningCenter' || path === '/backgroundAdmin/marketItems'

const key = ['backstage', 'open-cases']

function OpenCases() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { data: open } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await backstageApi.listCases({ pageSize: 1 }, { signal })).total,
    staleTime: 0,
  })
  useLive('case:changed', (message) => queryClient.setQueryData(key, message.open))
  if (!open) return null
  return (
    <span className="backstage-count tabular">
      <span aria-hidden="true">{formatNumber(open)}</span>
      <span className="visually-hidden">{t('backstage:overview.openCases', { count: open })}</span>
    </span>
  )
}
