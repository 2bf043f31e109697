import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelFacts, ModelFinding } from '@toile/contracts/models/models'
import { findingKinds } from '@toile/contracts/models/models.constants'
import { formatBytes, formatNumber, formatSize } from '../../ui/format.js'
import './model-report.css'

const kinds = ['advice', 'fixed', 'note'] as const

export function ModelReport({
  facts,
  bytes,
  originalBytes,
}: {
  facts: ModelFacts
  bytes: number
  originalBytes?: number | null
}) {
  const { t } = useTranslation()
  const id = useId()
  const findings = facts.findings ?? []
  return (
    <section className="model-report" aria-labelledby={id}>
      <h2 id={id}>{t('report.title')}</h2>
      {kinds.map((kind) => (
        <Sentences key={kind} kind={kind} findings={findings.filter(({ code }) => findingKinds[code] === kind)} />
      ))}
      {facts.findings && findings.every(({ code }) => findingKinds[code] !== 'advice') && <p>{t('report.good')}</p>}
      <details>
        <summary>{t('report.figures')}</summary>
        <Figures facts={facts} bytes={bytes} originalBytes={originalBytes ?? null} />
      </details>
    </section>
  )
}

function Sentences({ kind, findings }: { kind: (typeof kinds)[number]; findings: ModelFinding[] }) {
  const { t } = useTranslation()
  if (findings.length === 0) return null
  return (
    <>
      <h3>{t(`report.${kind}`)}</h3>
      <ul data-kind={kind}>
        {findings.map(({ code, params }) => (
          <li key={code}>{t(`findings:${code}`, { replace: readable(params) })}</li>
        ))}
      </ul>
    </>
  )
}

function readable(params: ModelFinding['params']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? formatNumber(value) : value]),
  )
}

function Figures({ facts, bytes, originalBytes }: { facts: ModelFacts; bytes: number; originalBytes: number | null }) {
  const { t } = useTranslation()
  const lines: [string, string][] = [
    [t('report.size'), formatSize(facts.widthMetres, facts.heightMetres, facts.depthMetres)],
    [t('report.triangles'), formatNumber(facts.triangles)],
    [t('report.vertices'), formatNumber(facts.vertices)],
    [t('report.parts'), formatNumber(facts.drawCalls)],
    [t('report.materials'), formatNumber(facts.materials)],
    [t('report.textures'), formatNumber(facts.textures.length)],
    [t('report.memory'), formatBytes(facts.gpuBytes)],
    [
      t('report.bytes'),
      originalBytes === null
        ? formatBytes(bytes)
        : t('report.bytesBefore', { before: formatBytes(originalBytes), after: formatBytes(bytes) }),
    ],
  ]
  if (facts.animations.length > 0) lines.push([t('report.animations'), formatNumber(facts.animations.length)])
  if (facts.colourways.length > 0) lines.push([t('report.colourways'), facts.colourways.join(', ')])
  return (
    <dl>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
      {facts.textures.map((texture, index) => (
        <div key={`texture ${index}`}>
          <dt>{texture.name || t('report.texture', { number: index + 1 })}</dt>
          <dd className="tabular">
            {texture.widthPx} × {texture.heightPx} · {formatBytes(texture.gpuBytes)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
