import { useTranslation } from 'react-i18next'
import type { Work } from '@toile/contracts/works/works'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, ApiError } from '../../../lib/api.js'
import { paths } from '../../../lib/paths.js'
import { useNavigate } from '../../../lib/router.js'
import { Button } from '../../../ui/Button.js'
import { TextButton } from '../../../ui/TextButton.js'
import type { PublishRequirement } from './draft.js'
import { focusRequirement, MissingRequirements } from './MissingRequirements.js'

export function PublishBox({
  work,
  needs,
  uploadFailed,
  dirty,
  saving,
  problem,
  save,
  onRefused,
}: {
  work: Work | undefined
  needs: PublishRequirement[]
  uploadFailed: boolean
  dirty: boolean
  saving: boolean
  problem: string | undefined
  save: () => Promise<boolean>
  onRefused: (fields: Record<string, string[]>) => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const publish = useMutation({
    mutationFn: async (id: string) => ((await save()) ? api.publishWork({ id }) : undefined),
    onSuccess(published) {
      if (!published) return
      queryClient.setQueryData(['works', published.id], published)
      void navigate(paths.shareSuccess(published.id, 'publish'))
    },
    onError(error) {
      if (!(error instanceof ApiError)) return
      onRefused(error.fields)
      Object.keys(error.fields).slice(0, 1).forEach(focusRequirement)
    },
  })

  const saveStatus = problem
    ? t('work.notSaved', { reason: problem })
    : dirty || saving || !work
      ? t('work.saving')
      : t(work.state === 'released' ? 'work.savedReleased' : 'work.saved')
  const disabled = !work || needs.length > 0
  return (
    <section className="publish">
      <p className="publish-saved" data-problem={problem !== undefined} role={problem ? 'alert' : undefined}>
        {saveStatus}
        {problem && work && <TextButton onClick={() => void save()}>{t('app.retry')}</TextButton>}
      </p>
      {work?.state !== 'released' && (
        <>
          <Button
            variant="filled"
            disabled={disabled}
            busy={publish.isPending}
            aria-describedby="publish-needs"
            onClick={() => work && publish.mutate(work.id)}
          >
            {t(publish.isPending ? 'work.publishing' : 'work.publish')}
          </Button>
          <MissingRequirements needs={needs} uploadFailed={uploadFailed} />
        </>
      )}
    </section>
  )
}
