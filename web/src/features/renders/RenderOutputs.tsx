import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../ui/format.js'
import type { ShownRender } from './live-render.js'
import { SpinView } from './SpinView.js'
import { UseOutput } from './UseOutput.js'

type Output = ShownRender['outputs'][number]

/** What came of a render: pictures, a film that goes round, or a set to turn by hand; each to be downloaded. */
export function RenderOutputs({ render }: { render: ShownRender }) {
  const { t } = useTranslation()
  const { outputs, type, name } = render
  const isClear = render.settings.background === 'transparent' || undefined
  const pictures = outputs.filter((output) => output.type.startsWith('image/'))
  const film = outputs.find((output) => output.type.startsWith('video/'))
  if (type === 'spin' && pictures.length > 1)
    return (
      <div className="render-outputs">
        <SpinView pictures={pictures} isClear={isClear ?? false} />
        <Downloads outputs={outputs.filter((output) => !pictures.includes(output))} />
      </div>
    )
  if (film)
    return (
      <div className="render-outputs">
        <video
          className="render-frame"
          style={{ aspectRatio: `${film.width} / ${film.height}` }}
          aria-label={name}
          src={film.url}
          poster={pictures[0]?.url ?? render.previews.at(-1)?.url}
          controls
          loop
          muted
          playsInline
          // Motion that nobody asked for is for those who do not mind it.
          autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
        />
        <Downloads outputs={outputs.filter((output) => !pictures.includes(output))} />
      </div>
    )
  return (
    <ul className="render-outputs" data-many={pictures.length > 1 || undefined}>
      {pictures.map((output, i) => {
        const title = pictures.length > 1 ? t('renders.picture', { number: i + 1 }) : name
        return (
          <li key={output.name}>
            <a href={output.url} target="_blank" rel="noreferrer" className="render-frame" data-clear={isClear}>
              <img src={output.url} width={output.width} height={output.height} alt={title} decoding="async" />
            </a>
            <div className="render-output-deeds">
              <Download output={output} label={pictures.length > 1 ? title : undefined} />
              {render.workId && <UseOutput renderId={render.id} workId={render.workId} output={output} title={title} />}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function Downloads({ outputs }: { outputs: Output[] }) {
  return (
    <div className="render-output-deeds">
      {outputs.map((output) => (
        <Download key={output.name} output={output} label={outputs.length > 1 ? output.name : undefined} />
      ))}
    </div>
  )
}

function Download({ output, label }: { output: Output; label: string | undefined }) {
  const { t } = useTranslation()
  return (
    <a
      className="button button-plain"
      href={output.url}
      download={output.name}
      aria-label={label && t('renders.downloadOf', { name: label })}
    >
      {t('renders.download')} <span className="muted">{formatBytes(output.bytes)}</span>
    </a>
  )
}
