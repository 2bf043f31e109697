import { useTranslation } from 'react-i18next'
import type { Package, EntitledDownload } from '@toile/contracts/software/software'
import { paths, withQuery } from '../../lib/paths.js'
import { ButtonLink } from '../../ui/Button.js'
import { formatBytes, formatDate } from '../../ui/format.js'
import { Notice } from '../../ui/Notice.js'
import { PagedList } from '../../ui/PagedList.js'
import { Loading } from '../../ui/Skeleton.js'
import { DownloadButton } from './DownloadButton.js'
import { useCodes, useEntitledDownloads } from './use-software.js'

export function EntitledDownloads() {
  const { t } = useTranslation()
  const list = useEntitledDownloads()
  const isEntitled = useCodes().data?.pages[0]?.entitlement != null
  return (
    <section aria-labelledby="unlocked">
      <h2 id="unlocked">{t('software:software.listTitle')}</h2>
      <PagedList
        list={list}
        waiting={<Loading height={200} />}
        failed={t('software:software.failed')}
        empty={
          isEntitled ? (
            <Notice text={t('software:software.listEmpty')} />
          ) : (
            <Notice text={t('software:software.listLocked')}>
              <ButtonLink to={paths.software('codes')}>{t('software:software.enterCode')}</ButtonLink>
            </Notice>
          )
        }
        moreClass="software-more"
      >
        {(items) => (
          <table className="records">
            <thead>
              <tr>
                {(['name', 'platform', 'size', 'checksum'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`software:software.${column}`)}
                  </th>
                ))}
                <th scope="col" aria-hidden="true" />
              </tr>
            </thead>
            <tbody>
              {items.map((item) =>
                'platform' in item ? <PackageRow key={item.id} item={item} /> : <MarketRow key={item.id} item={item} />,
              )}
            </tbody>
          </table>
        )}
      </PagedList>
    </section>
  )
}

function PackageRow({ item }: { item: Package }) {
  const { t } = useTranslation()
  return (
    <tr>
      <th scope="row">
        <bdi>{item.name}</bdi> <span className="tabular">{item.version}</span>
        <span className="muted"> · {formatDate(item.createdAt)}</span>
      </th>
      <td>{t(`software:software.platforms.${item.platform}`)}</td>
      <td className="tabular">{formatBytes(item.bytes)}</td>
      <td>
        <code title={item.sha256}>{item.sha256.slice(0, 12)}…</code>
      </td>
      <td className="records-action">
        <DownloadButton of={item} variant="plain" />
      </td>
    </tr>
  )
}

/** Links to the market, which shows contents and licence before the download. */
function MarketRow({ item }: { item: EntitledDownload }) {
  const { t } = useTranslation()
  return (
    <tr>
      <th scope="row">
        <bdi>{item.title}</bdi>
        <span className="muted"> · {formatDate(item.publishedAt)}</span>
      </th>
      <td>{t('software:software.fromMarket')}</td>
      <td className="tabular">{formatBytes(item.bytes)}</td>
      <td>–</td>
      <td className="records-action">
        <ButtonLink
          to={withQuery(paths.market, { item: item.id })}
          aria-label={t('software:software.seeInMarketOf', { name: item.title })}
        >
          {t('software:software.seeInMarket')}
        </ButtonLink>
      </td>
    </tr>
  )
}
