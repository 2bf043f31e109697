import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive, useTopic } from '../../lib/socket.js'
import { Button } from '../../ui/Button.js'

/** How many works were released since the list was loaded. They are never put in by themselves: the page would jump. */
export function NewWorks({ known, show }: { known: string[]; show: () => void }) {
  const { t } = useTranslation()
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set())
  useTopic('feed')
  useLive('work:released', ({ workId }) => setArrived((before) => new Set(before).add(workId)))
  const count = [...arrived].filter((id) => !known.includes(id)).length
  const onClick = () => {
    setArrived(new Set())
    show()
    scrollTo({ top: 0 })
  }
  return (
    <div role="status" className="home-new">
      {count > 0 && (
        <Button variant="filled" onClick={onClick}>
          {t('home.newWorks', { count })}
        </Button>
      )}
    </div>
  )
}
