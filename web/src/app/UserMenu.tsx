import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isAdmin } from '../lib/me.js'
import { paths } from '../lib/paths.js'
import { Link } from '../lib/router.js'
import { signOut } from '../features/account/sign-out.js'
import { Button } from '../ui/Button.js'
import { ChevronIcon } from '../ui/icons.js'

/** In ARIA's terms, this is a disclosure and not a menu: Tab moves through the list, and Esc closes it. */
export function UserMenu({ name }: { name: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [admin, setAdmin] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!open) return
    const outside = (event: PointerEvent) => !box.current?.contains(event.target as Node) && setOpen(false)
    addEventListener('pointerdown', outside)
    return () => removeEventListener('pointerdown', outside)
  }, [open])

  // isAdmin() may use an outdated cached user. Then only the link is wrong: the server checks every backstage call.
  useEffect(() => {
    if (open) void isAdmin().then(setAdmin)
  }, [open])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    button.current?.focus()
  }
  const onBlur = (event: FocusEvent) =>
    event.relatedTarget && !box.current?.contains(event.relatedTarget) && setOpen(false)

  return (
    <div className="user-menu" ref={box} onKeyDown={onKeyDown} onBlur={onBlur}>
      <Button
        ref={button}
        variant="quiet"
        aria-expanded={open}
        aria-controls={id}
        aria-label={t('app.account', { name })}
        onClick={() => setOpen(!open)}
      >
        <span className="user-menu-initial" aria-hidden="true">
          {[...name][0]}
        </span>
        <span className="user-menu-name">
          <bdi>{name}</bdi>
        </span>
        <ChevronIcon />
      </Button>
      {open && (
        <ul id={id} className="user-menu-list" onClick={() => setOpen(false)}>
          <li>
            <Link to={paths.profile}>{t('account.nav.profile')}</Link>
          </li>
          <li>
            <Link to={paths.myWorks()}>{t('app.myWorks')}</Link>
          </li>
          <li>
            <Link to={paths.progress}>{t('app.progress')}</Link>
          </li>
          {admin && (
            <li>
              <Link to={paths.backstage}>{t('app.backstage')}</Link>
            </li>
          )}
          <li>
            <button type="button" onClick={() => void signOut()}>
              {t('app.signOut')}
            </button>
          </li>
        </ul>
      )}
    </div>
  )
}
