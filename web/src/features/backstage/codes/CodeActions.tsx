import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackstageCode } from '@toile/contracts/software/codes'
import { ask } from '../../../lib/api.js'
import { Button } from '../../../ui/Button.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ActionButton } from '../actions/ActionButton.js'
import { GiveCodeDialog } from './GiveCodeDialog.js'
import type { Routes } from '@toile/contracts/routes'

/** What can be done with a code that nobody has used. */
export function CodeActions({ code: { id, hint, receiver } }: { code: BackstageCode }) {
  const { t } = useTranslation()
  const [isGiving, setGiving] = useState(false)
  const text = [
    t('codesBackstage.voidText', { hint }),
    receiver && t('codesBackstage.voidHeld', { name: receiver.name }),
  ]
  return (
    <div className="code-actions">
      {!receiver && (
        <Button className="button-small" onClick={() => setGiving(true)}>
          {t('codesBackstage.give')}
        </Button>
      )}
      <ActionButton
        label={t('codesBackstage.void')}
        consequence={text.filter(Boolean).join(' ')}
        asksReason
        action={async (reason) => {
          await ask<Routes['voidCode']>('DELETE', `/backstage/s-codes/${id}`, { reason })
          toast('success', t('codesBackstage.voided'))
        }}
      />
      {isGiving && <GiveCodeDialog code={{ id, hint }} onClose={() => setGiving(false)} />}
    </div>
  )
}
