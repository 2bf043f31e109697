import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackstageCode } from '@toile/contracts/software/codes'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ActionButton } from '../actions/ActionButton.js'
import { GiveCodeDialog } from './GiveCodeDialog.js'

export function CodeActions({ code: { id, hint, receiver } }: { code: BackstageCode }) {
  const { t } = useTranslation()
  const [isGiving, setGiving] = useState(false)
  const text = [
    t('codes-backstage:codesBackstage.voidText', { hint }),
    receiver && t('codes-backstage:codesBackstage.voidHeld', { name: receiver.name }),
  ]
  return (
    <div className="backstage-actions">
      {!receiver && (
        <Button className="button-small" onClick={() => setGiving(true)}>
          {t('codes-backstage:codesBackstage.give')}
        </Button>
      )}
      <ActionButton
        label={t('codes-backstage:codesBackstage.void')}
        consequence={text.filter(Boolean).join(' ')}
        asksReason
        action={async (reason) => {
          await backstageApi.voidCode({ id, reason })
          toast('success', t('codes-backstage:codesBackstage.voided'))
        }}
      />
      {isGiving && <GiveCodeDialog code={{ id, hint }} onClose={() => setGiving(false)} />}
    </div>
  )
}
