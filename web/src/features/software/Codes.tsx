import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/Notice.js'
import { PagedList } from '../../ui/PagedList.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { CodeTable } from './CodeTable.js'
import { RedeemForm } from './RedeemForm.js'
import { useCodes } from './use-software.js'

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
