import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { renderNumber, type ShownRender } from './live-render.js'

/** What a reader's program says: each render that ends while the page is there, once, whichever way we learnt of it. */
export function useStatusAnnouncer(renders: readonly ShownRender[] | undefined): string {
  const { t } = useTranslation()
  const known = useRef(new Map<string, string>())
  const [said, setSaid] = useState('')
  useEffect(() => {
    const news: string[] = []
    for (const { id, number, name, status } of renders ?? []) {
      const before = known.current.get(id)
      known.current.set(id, status)
      if (before === undefined || before === status || (status !== 'finished' && status !== 'failed')) continue
      news.push(t('renders.announce', { number: renderNumber(number), name, status: t(`renders.status.${status}`) }))
    }
    if (news.length > 0) setSaid(news.join('. '))
  }, [renders, t])
  return said
}
