import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { loadPageWords } from '../../i18n/index.js'
import { useSession } from '../../lib/session.js'
import { Bell } from './Bell.js'

export function BellSlot() {
  const id = useSession()?.id
  const [container, setContainer] = useState<Element | null>(null)
  useLayoutEffect(() => {
    let left = false
    void loadPageWords().then(() => left || setContainer(id ? document.getElementById('bell') : null))
    return () => void (left = true)
  }, [id])
  return id && container && createPortal(<Bell />, container)
}
