import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Render, renderRoutes } from '@toile/contracts/renders'
import { call, FAILED } from '../../api.js'
import { paths } from '../../paths.js'
import { Link } from '../../router.js'
import { Button } from '../../ui/Button.js'

interface UseOutputProps {
  renderId: string
  workId: string
  output: Render['outputs'][number]
  /** What the picture is called, for those who hear the buttons one by one. */
  title: string
}

/** Makes a picture the work's cover, or adds it to its gallery, and says how that went. */
export function UseOutput({ renderId, workId, output, title }: UseOutputProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ done: boolean; text: string }>()
  async function use(as: 'cover' | 'gallery') {
    setBusy(true)
    setSaid(undefined)
    const answer = await call<typeof renderRoutes.useRenderOutput>(
      'POST',
      `/renders/${renderId}/outputs/${encodeURIComponent(output.name)}/use`,
      { as },
      { quiet: true },
    )
    setBusy(false)
    if (answer.code === FAILED) return setSaid({ done: false, text: answer.message })
    setSaid({ done: true, text: t(as === 'cover' ? 'renders.coverDone' : 'renders.galleryDone') })
    await queryClient.invalidateQueries({ queryKey: ['works'] })
  }
  const button = (as: 'cover' | 'gallery', label: string) => (
    <Button busy={busy} aria-label={`${label}: ${title}`} onClick={() => void use(as)}>
      {label}
    </Button>
  )
  return (
    <>
      {button('cover', t('renders.useCover'))}
      {button('gallery', t('renders.useGallery'))}
      <p role="status" className="render-used" data-failed={said?.done === false || undefined}>
        {said?.text} {said?.done && <Link to={paths.work(workId)}>{t('renders.seeWork')}</Link>}
      </p>
    </>
  )
}
