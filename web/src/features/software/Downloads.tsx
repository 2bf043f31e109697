import { useTranslation } from 'react-i18next'
import type { Package } from '@toile/contracts/software/software'
import { platforms } from '@toile/contracts/software/software.constants'
import { MoreButton } from '../../ui/MoreButton.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { Loading } from '../../ui/Skeleton.js'
import { usePackages } from './use-software.js'
import { formatBytes, formatDate } from '../../ui/format.js'
import { Checksum } from './Checksum.js'
import { DownloadButton } from './DownloadButton.js'
import { platformOf } from './platform.js'

export function Downloads() {
  const { t } = useTranslation()
  const list = usePackages()
  const packages = list.data?.pages.flatMap((page) => page.items)
  const mine = platformOf(navigator)
  const others = platforms.filter((platform) => platform !== mine)
  if (list.isError && !packages) return <LoadFailed text={t('software:software.failed')} of={list} />
  if (!packages) return <Loading height={320} />
  if (packages.length === 0) return <Notice text={t('software:software.nothingYet')} />
  const packagesFor = (platform: (typeof platforms)[number]) =>
    named(packages.filter((one) => one.platform === platform)).map((versions) => (
      <PackageCard key={`${platform} ${versions[0].name}`} versions={versions} />
    ))
  const forMe = mine ? packagesFor(mine) : []
  const forOthers = others.flatMap(packagesFor)
  return (
    <>
      {mine && (
        <section aria-labelledby="for-you">
          <h2 id="for-you">{t('software:software.forYou')}</h2>
          {forMe.length > 0 ? forMe : <p className="software-none muted">{t('software:software.nothingForYou')}</p>}
        </section>
      )}
      {forOthers.length > 0 && (
        <section aria-labelledby="for-others">
          <h2 id="for-others">{t('software:software.otherPlatforms')}</h2>
          {forOthers}
        </section>
      )}
      <MoreButton list={list} className="software-more" />
    </>
  )
}

type Versions = [Package, ...Package[]]

/** Compares the parts of a version as numbers: 2.10 is newer than 2.9. */
const byNumber = new Intl.Collator('en', { numeric: true })
const numberOf = ({ version }: Package) => version.split(/[^0-9.]/, 1)[0]!

/** Groups packages by name, newest version first. A group whose newest version needs a code comes after the others. */
function named(packages: Package[]): Versions[] {
  const groups = new Map<string, Versions>()
  for (const one of packages) {
    const group = groups.get(one.name)
    if (group) group.push(one)
    else groups.set(one.name, [one])
  }
  // The order is by version, because an older release line may be published after a newer one.
  for (const group of groups.values()) group.sort((a, b) => byNumber.compare(numberOf(b), numberOf(a)))
  return [...groups.values()].toSorted(([a], [b]) => Number(a.needsCode) - Number(b.needsCode))
}

function PackageCard({ versions: [newest, ...older] }: { versions: [Package, ...Package[]] }) {
  const { t } = useTranslation()
  return (
    <article className="package">
      <div className="package-head">
        <div>
          <h3>
            <bdi>{newest.name}</bdi>{' '}
            <span className="muted">{t(`software:software.platforms.${newest.platform}`)}</span>
          </h3>
          <p className="muted tabular">
            {[
              t('software:software.version', newest),
              formatBytes(newest.bytes),
              t('software:software.released', { date: formatDate(newest.createdAt) }),
            ].join(' · ')}
          </p>
        </div>
        <DownloadButton of={newest} variant="filled" />
      </div>
      {newest.notes && <p className="package-notes">{newest.notes}</p>}
      <Checksum of={newest} />
      {older.length > 0 && (
        <details>
          <summary>{t('software:software.olderVersions')}</summary>
          <ul>
            {older.map((one) => (
              <li key={one.id} className="package-older">
                <span className="tabular">
                  {t('software:software.version', one)}{' '}
                  <span className="muted">
                    {formatBytes(one.bytes)} · {formatDate(one.createdAt)}
                  </span>
                </span>
                <DownloadButton of={one} variant="plain" />
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  )
}
