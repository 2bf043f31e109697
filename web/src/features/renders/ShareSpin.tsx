import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Render } from '@toile/contracts/renders/renders'
import { api } from '../../lib/api.js'
import { Copied } from '../../ui/copy/Copied.js'
import { ProblemText } from '../../ui/ProblemText.js'
import type { LiveRender } from './live-render.js'

export function ShareSpin({ render: { id, name, width, height, shared } }: { render: LiveRender }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const share = useMutation({
    mutationFn: (wanted: boolean) => api.shareRender({ id, shared: wanted }),
    meta: { showsError: true },
    onSuccess: (changed) =>
      queryClient.setQueryData<Render>(['renders', 'one', id], (before) => before && { ...before, ...changed }),
  })
  const link = `${location.origin}/embed/spin/${id}`
  const frame = `<iframe src="${link}" width="${width}" height="${height + LINE_PX}" title="${quoted(name)}" style="border:0" loading="lazy"></iframe>`
  return (
    <section className="render-share">
      <label>
        <input
          type="checkbox"
          checked={shared}
          disabled={share.isPending}
          onChange={(event) => share.mutate(event.target.checked)}
        />
        {t('renders.share')}
      </label>
      <p className="muted">{t(shared ? 'renders.shareOn' : 'renders.shareOff')}</p>
      <ProblemText className="render-failure" text={share.error?.message} />
      {shared && (
        <>
          <Copied label={t('renders.shareLink')} text={link} />
          <Copied label={t('share.embed')} text={frame} />
        </>
      )}
    </section>
  )
}

const LINE_PX = 48
const quoted = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
