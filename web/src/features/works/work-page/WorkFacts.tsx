import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Work } from '@toile/contracts/works/works'
import { DescriptionList, type DescriptionRow } from '../../../ui/DescriptionList.js'
import { formatBytes, formatDate, formatNumber, formatSize } from '../../../ui/format.js'
import './work-facts.css'

export function WorkFacts({ work: { model, releasedAt } }: { work: Work }) {
  const { t } = useTranslation()
  const headingId = useId()
  const rows: DescriptionRow[] = []
  if (model) {
    const { facts } = model
    rows.push([t('report.triangles'), formatNumber(facts.triangles)])
    rows.push([t('work.dimensions'), formatSize(facts.widthMetres, facts.heightMetres, facts.depthMetres)])
    if (facts.materials > 0) rows.push([t('report.materials'), formatNumber(facts.materials)])
    if (facts.textures.length > 0) rows.push([t('report.textures'), formatNumber(facts.textures.length)])
    if (facts.colourways.length > 0) rows.push([t('report.colourways'), formatNumber(facts.colourways.length)])
    if (facts.animations.length > 0) rows.push([t('report.animations'), formatNumber(facts.animations.length)])
    rows.push([t('report.bytes'), formatBytes(model.bytes)])
  }
  if (releasedAt) rows.push([t('work.released'), formatDate(releasedAt)])
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{t('work.facts')}</h2>
      <DescriptionList className="work-facts" rows={rows} />
    </section>
  )
}
