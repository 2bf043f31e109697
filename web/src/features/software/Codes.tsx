import { useTranslation } from 'react-i18next'
import { useApiForm } from '../../lib/forms/api-form.js'
import { Notice } from '../../ui/Notice.js'
import { PagedList } from '../../ui/PagedList.js'
import { Loading } from '../../ui/Skeleton.js'
import { CodeTable } from './CodeTable.js'
import { useCodes, useRedeem } from './use-software.js'
import { Button } from '../../ui/Button.js'
import { TextField } from '../../ui/forms/Field.js'

export function Codes() {
  const { t } = useTranslation()
  const list = useCodes()
  return (
    <>
      <RedeemForm />
      <section aria-labelledby="codes">
        <h2 id="codes">{t('software:software.codesTitle')}</h2>
        <PagedList
          list={list}
          waiting={<Loading height={200} />}
          failed={t('software:software.failed')}
          empty={<Notice text={t('software:software.codesEmpty')} />}
          moreClass="software-more"
        >
          {(codes) => <CodeTable codes={codes} />}
        </PagedList>
      </section>
    </>
  )
}

function RedeemForm() {
  const { t } = useTranslation()
  const redeem = useRedeem()
  const { formProps, field, isBusy, reset } = useApiForm({
    values: { code: '' },
    blamed: 'code',
    send: ({ code }) => redeem({ code: code.trim() }),
    onSent() {
      reset({ code: '' })
    },
  })
  return (
    <section aria-labelledby="redeem">
      <h2 id="redeem">{t('software:software.redeemTitle')}</h2>
      <form className="redeem" {...formProps}>
        <TextField
          label={t('software:software.redeemLabel')}
          className="input redeem-code"
          hint={t('software:software.redeemHint')}
          placeholder="XXXXX-XXXXX-XXXXX-XXXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          {...field('code', { validate: (code) => code.trim() !== '' || t('software:software.redeemMissing') })}
        />
        <Button type="submit" variant="filled" busy={isBusy}>
          {t('software:software.redeem')}
        </Button>
      </form>
    </section>
  )
}
