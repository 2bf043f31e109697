import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfficeCode, officeCodeRoutes } from '@toile/contracts/codes'
import { ask } from '../../../api.js'
import { Button } from '../../../ui/Button.js'
import { toast } from '../../../ui/toasts.js'
import { DeedButton } from '../deeds/DeedButton.js'
import { GiveDialog } from './GiveDialog.js'

/** What can be done with a code that nobody has used. */
export function CodeDeeds({ code: { id, hint, receiver } }: { code: OfficeCode }) {
  const { t } = useTranslation()
  const [isGiving, setGiving] = useState(false)
  const text = [t('codesOffice.voidText', { hint }), receiver && t('codesOffice.voidHeld', { name: receiver.name })]
  return (
    <div className="code-deeds">
      {!receiver && (
        <Button className="button-small" onClick={() => setGiving(true)}>
          {t('codesOffice.give')}
        </Button>
      )}
      <DeedButton
        label={t('codesOffice.void')}
        consequence={text.filter(Boolean).join(' ')}
        asksReason
        deed={async (reason) => {
          await ask<typeof officeCodeRoutes.voidCode>('DELETE', `/backstage/s-codes/${id}`, { reason })
          toast('success', t('codesOffice.voided'))
        }}
      />
      {isGiving && <GiveDialog code={{ id, hint }} onClose={() => setGiving(false)} />}
    </div>
  )
}
