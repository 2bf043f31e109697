import { useTranslation } from 'react-i18next'
import { useRef, useState, type FormEvent } from 'react'
import { Notice } from '../../ui/Notice.js'
import { PagedList } from '../../ui/PagedList.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { CodeTable } from './CodeTable.js'
import { useCodes } from './use-software.js'
import { Button } from '../../ui/Button.js'
import { TextField } from '../../ui/forms/Field.js'
import { useRedeem } from './use-redeem.js'

/** Exchanging an S code, and all that I had so far. */
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
          waiting={
            <div role="status" aria-label={t('app.loading')}>
              <Skeleton height={200} />
            </div>
          }
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

/** The field in which a code is typed or pasted. What is wrong with it stands below it. */
function RedeemForm() {
  const { t } = useTranslation()
  const { busy, redeem } = useRedeem()
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  async function submit(event: FormEvent) {
    event.preventDefault()
    const code = String(new FormData(form.current!).get('code')).trim()
    const failure = code ? await redeem({ code }) : { message: t('software:software.redeemMissing') }
    setError(failure?.message)
    if (failure) form.current?.querySelector('input')?.focus()
    else form.current?.reset()
  }
  return (
    <section aria-labelledby="redeem">
      <h2 id="redeem">{t('software:software.redeemTitle')}</h2>
      <form ref={form} className="redeem" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('software:software.redeemLabel')}
          name="code"
          className="input redeem-code"
          hint={t('software:software.redeemHint')}
          errors={error ? [error] : undefined}
          placeholder="XXXXX-XXXXX-XXXXX-XXXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          onChange={() => setError(undefined)}
        />
        <Button type="submit" variant="filled" busy={busy}>
          {t('software:software.redeem')}
        </Button>
      </form>
    </section>
  )
}
