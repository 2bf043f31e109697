import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../ui/format.js'
import { frameStyle } from './frame-style.js'
import type { LiveRender } from './live-render.js'
import { namedSides } from './sides.js'
import { ShareSpin } from './ShareSpin.js'
import { SpinView } from './SpinView.js'
import { UseOutput } from './UseOutput.js'
import './render-frame.css'

type Output = LiveRender['outputs'][number]

export function RenderOutputs({ render }: { render: LiveRender }) {
  const { t } = useTranslation()
  const { outputs, type, name } = render
  const isClear = render.settings.background === 'transparent' || undefined
  const pictures = outputs.filter((output) => output.type.startsWith('image/'))
  const film = outputs.find((output) => output.type.startsWith('video/'))
  if (type === 'spin' && pictures.length > 1)
    return (
      <div className="render-outputs">
        <SpinView
          pictures={pictures}
          isClear={isClear ?? false}
          actions={(output, number) => useOf(output, t('common.imageNumber', { number }))}
        />
        <Downloads name={name} outputs={outputs.filter((output) => !pictures.includes(output))} />
        <ShareSpin render={render} />
      </div>
    )
  if (film)
    return (
      <div className="render-outputs">
        <video
          className="render-frame"
          style={frameStyle(film)}
          aria-label={name}
          src={film.url}
          poster={pictures[0]?.url ?? render.previews.at(-1)?.url}
          controls
          loop
          muted
          playsInline
          // Nothing moves automatically for users who prefer reduced motion.
          autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
        />
        <Downloads name={name} outputs={outputs.filter((output) => !pictures.includes(output))}>
          {useOf(film, name)}
        </Downloads>
      </div>
    )
  const stems = [...new Set(pictures.map(stemOf))]
  return (
    <ul className="render-outputs" data-many={stems.length > 1 || undefined}>
      {stems.map((stem, i) => {
        // Of the files of one picture, the smallest is shown. The largest is linked and offered for use in the work.
        const [shown, ...others] = pictures.filter((output) => stemOf(output) === stem).sort(bySize)
        const best = others.at(-1) ?? shown!
        const title = stems.length > 1 ? titleOf(stem, i) : name
        return (
          <li key={stem}>
            <a
              href={best.url}
              target="_blank"
              rel="noreferrer"
              className="render-frame"
              style={frameStyle(best)}
              data-clear={isClear}
            >
              <img src={shown!.url} width={shown!.width} height={shown!.height} alt={title} decoding="async" />
            </a>
            <div className="render-output-actions">
              {[shown!, ...others].map((output) => (
                <Download key={output.name} output={output} label={`${title}, ${formatOf(output)}`} />
              ))}
              {useOf(best, title)}
            </div>
          </li>
        )
      })}
    </ul>
  )

  function useOf(output: Output, title: string) {
    const { id, workId } = render
    return workId && <UseOutput key={output.name} renderId={id} workId={workId} output={output} title={title} />
  }

  function titleOf(stem: string, i: number): string {
    const side = namedSides.find((one) => one === stem)
    return side ? t(`studio.views.${side}`) : t('common.imageNumber', { number: i + 1 })
  }
}

const stemOf = ({ name }: Output) => name.replace(/\.\w+$/, '')
const bySize = (one: Output, other: Output) => one.bytes - other.bytes
const formatOf = ({ type }: Output) => (type === 'image/webp' ? 'WebP' : type.split('/')[1]!.toUpperCase())

function Downloads({ outputs, name, children }: { outputs: Output[]; name: string; children?: ReactNode }) {
  return (
    <div className="render-output-actions">
      {outputs.map((output) => (
        <Download key={output.name} output={output} label={`${name}, ${formatOf(output)}`} />
      ))}
      {children}
    </div>
  )
}

function Download({ output, label }: { output: Output; label: string }) {
  const { t } = useTranslation()
  return (
    <a className="button button-plain" href={output.url} download aria-label={t('renders.downloadOf', { name: label })}>
      {t('renders.downloadAs', { format: formatOf(output) })} <span className="muted">{formatBytes(output.bytes)}</span>
    </a>
  )
}
