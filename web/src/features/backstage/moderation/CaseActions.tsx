import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseDetails } from '@toile/contracts/moderation/moderation'
import type { Decision } from '@toile/contracts/moderation/moderation.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { useSession } from '../../../lib/session.js'
import { Button } from '../../../ui/Button.js'
import { SelectField } from '../../../ui/antd/SelectField.js'
import { formatTime } from '../../../ui/format.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ConfirmActionDialog } from '../actions/ConfirmActionDialog.js'
import { refetchBackstage } from '../actions/refetch-backstage.js'
import { Part } from './CaseEvidence.js'

const banDays = [1, 7, 30, 90, 365] as const
const FIRST_DAYS = 7
const FOR_GOOD = 0

export function CaseActions({ of }: { of: CaseDetails }) {
  const { t } = useTranslation()
  const me = useSession()?.id
  const claimCase = useMutation({
    mutationFn: () => backstageApi.claimCase({ id: of.id }),
    onSettled: refetchBackstage,
  })
  const releaseCase = useMutation({
    mutationFn: () => backstageApi.releaseCase({ id: of.id }),
    onSettled: refetchBackstage,
  })
  const isBusy = claimCase.isPending || releaseCase.isPending
  const [asked, setAsked] = useState<Decision>()
  const { id, claim, outcome, allowed, needsAnother } = of
  if (outcome)
    return (
      <Part title={t('moderation-backstage:moderation.decide')}>
        <p>
          {t('moderation-backstage:moderation.decided', {
            decision: t(`moderation-backstage:moderation.outcomes.${outcome.decision}`),
            name: outcome.by?.name ?? t('moderation-backstage:moderation.nobody'),
            time: formatTime(outcome.at),
          })}
        </p>
        <p className="case-words case-reason" dir="auto">
          {outcome.reason}
        </p>
      </Part>
    )
  const isMine = claim?.by.id === me
  return (
    <Part title={t('moderation-backstage:moderation.decide')}>
      {claim && (
        <p role="status">
          {t('moderation-backstage:moderation.takenUntil', { name: claim.by.name, time: formatTime(claim.until) })}
        </p>
      )}
      {needsAnother && <p className="case-noted">{t('moderation-backstage:moderation.needsAnother')}</p>}
      {!needsAnother && (!claim || isMine) && (
        <>
          <div className="backstage-actions">
            <Button className="button-small" busy={isBusy} onClick={() => claimCase.mutate()}>
              {t(isMine ? 'moderation-backstage:moderation.takeAgain' : 'moderation-backstage:moderation.take')}
            </Button>
            {isMine && (
              <Button className="button-small" variant="quiet" busy={isBusy} onClick={() => releaseCase.mutate()}>
                {t('moderation-backstage:moderation.giveBack')}
              </Button>
            )}
          </div>
          <div className="case-decisions">
            {allowed.map((decision) => (
              <Button key={decision} onClick={() => setAsked(decision)}>
                {t(`moderation-backstage:moderation.decisions.${decision}`)}
              </Button>
            ))}
          </div>
        </>
      )}
      {asked && <DecisionDialog id={id} decision={asked} onClose={() => setAsked(undefined)} />}
    </Part>
  )
}

function DecisionDialog({ id, decision, onClose }: { id: string; decision: Decision; onClose: () => void }) {
  const { t } = useTranslation()
  const [days, setDays] = useState<number>(FIRST_DAYS)
  const act = async (reason: string) => {
    const body = { decision, reason, ...(decision === 'ban' && days !== FOR_GOOD && { days }) }
    await backstageApi.decideCase({ id, ...body })
    toast('success', t('moderation-backstage:moderation.done'))
  }
  const label = t(`moderation-backstage:moderation.decisions.${decision}`)
  return (
    <ConfirmActionDialog title={label} label={label} asksReason act={act} onClose={onClose}>
      <p>{t(`moderation-backstage:moderation.means.${decision}`)}</p>
      {decision === 'ban' && (
        <SelectField
          label={t('moderation-backstage:moderation.banFor')}
          value={days}
          options={[
            ...banDays.map((count) => ({ value: count, label: t('moderation-backstage:moderation.days', { count }) })),
            { value: FOR_GOOD, label: t('moderation-backstage:moderation.forGood') },
          ]}
          onChange={setDays}
        />
      )}
    </ConfirmActionDialog>
  )
}
