import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { renderNumber, type LiveRender } from './live-render.js'

/** What a reader's program says: each render that ends while the page is there, once, whichever way we learnt of it. */
export function useStatusAnnouncer(renders: readonly LiveRender[] | undefined): string {
  const { t } = useTranslation()
  const known = useRef(new Map<string, string>())
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const messages: string[] = []
    for (const { id, number, name, status } of renders ?? []) {
      const before = known.current.get(id)
      known.current.set(id, status)
      if (before === undefined || before === status || (status !== 'finished' && status !== 'failed')) continue
      messages.push(
        t('renders.announce', { number: renderNumber(number), name, status: t(`renders.status.${status}`) }),
      )
    }
    if (messages.length > 0) setAnnouncement(messages.join('. '))
  }, [renders, t])
  return announcement
}
