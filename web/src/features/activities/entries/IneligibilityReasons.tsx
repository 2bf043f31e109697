import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Eligibility } from '@toile/contracts/activities/activities'
import { Button } from '../../../ui/Button.js'
import { Dialog } from '../../../ui/dialogs/Dialog.js'
import { ResendMail } from '../../login/verification/ResendMail.js'

export function IneligibilityReasons({ step, eligibility }: { step: 'register' | 'submit'; eligibility: Eligibility }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const reasons = eligibility.reasons.filter((reason) => reason.step === step)
  return (
    <>
      <Button variant="quiet" className="why-not" onClick={() => setOpen(true)}>
        {t('activities:why')}
      </Button>
      {open && (
        <Dialog
          title={t(step === 'register' ? 'activities:whyNotRegister' : 'activities:whyNotSubmit')}
          onClose={() => setOpen(false)}
        >
          <ul className="why-not-reasons">
            {reasons.map(({ code, message }) => (
              <li key={code}>
                {message} {code === 'EMAIL_UNVERIFIED' && <ResendMail />}
              </li>
            ))}
          </ul>
          <div className="dialog-end">
            <Button onClick={() => setOpen(false)}>{t('common.close')}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
