import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  cameraPresets,
  exposureStops,
  inspections,
  lightings,
  type CameraPreset,
  type Appearance,
} from '@toile/contracts/models/appearance.constants'
import type { ModelFacts } from '@toile/contracts/models/models'
import type { Orbit } from '../orbit.js'
import type { ModelTraits } from '../use-orbit.js'
import { AnimationControls } from './AnimationControls.js'
import { BackgroundControls } from './BackgroundControls.js'
import { formatBytes, formatNumber } from '../../ui/format.js'
import { RadioGroup } from './RadioGroup.js'
import { Slider } from '../../ui/forms/Slider.js'
import { cutText } from '@toile/contracts/cut-text'
import { saveBlob } from '../../lib/save-blob.js'
import './studio.css'

export interface StudioProps {
  orbit: Orbit
  model: ModelTraits
  facts: ModelFacts | undefined
  appearance: Appearance
  change: (part: Partial<Appearance>) => void
  title: string
  close: () => void
}

const presets = Object.keys(cameraPresets) as CameraPreset[]

export default function Studio({ orbit, model, facts, appearance, change, title, close }: StudioProps) {
  const { t } = useTranslation()
  const [preset, setPreset] = useState<CameraPreset | null>(null)
  const go = (to: CameraPreset) => {
    setPreset(to)
    orbit.reset(to)
  }
  return (
    <section
      className="studio"
      aria-label={t('studio.title')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <header className="studio-head">
        <h2>{t('studio.title')}</h2>
        <button type="button" className="studio-close" aria-label={t('common.close')} onClick={close}>
          ×
        </button>
      </header>
      {model.colourways.length > 0 && (
        <Part title={t('studio.colourway')}>
          <RadioGroup
            label={t('studio.colourway')}
            options={['', ...model.colourways].map((name) => ({ value: name, text: name || t('studio.asMade') }))}
            value={appearance.colourway ?? ''}
            choose={(name) => change({ colourway: name || null })}
          />
        </Part>
      )}
      {model.clips.length > 0 && (
        <Part title={t('studio.animation')}>
          <AnimationControls
            clips={model.clips}
            moment={appearance.animation}
            move={(animation) => change({ animation })}
          />
        </Part>
      )}
      <Part title={t('studio.view')}>
        <RadioGroup
          label={t('studio.view')}
          options={presets.map((value) => ({ value, text: t(`studio.views.${value}`) }))}
          value={preset}
          choose={go}
        />
      </Part>
      <Part title={t('studio.light')}>
        <RadioGroup
          label={t('studio.light')}
          options={lightings.map((value) => ({ value, text: t(`studio.lights.${value}`) }))}
          value={appearance.lighting}
          choose={(lighting) => change({ lighting })}
        />
        <Slider
          label={t('studio.turnLight')}
          value={appearance.lightingRotation}
          text={`${appearance.lightingRotation}°`}
          min={-180}
          max={180}
          step={5}
          change={(lightingRotation) => change({ lightingRotation })}
        />
        <Slider
          label={t('studio.exposure')}
          value={appearance.exposure}
          text={`${appearance.exposure > 0 ? '+' : ''}${appearance.exposure.toFixed(1)}`}
          {...exposureStops}
          step={0.1}
          change={(exposure) => change({ exposure })}
        />
      </Part>
      <Part title={t('studio.background')}>
        <BackgroundControls background={appearance.background} change={(background) => change({ background })} />
      </Part>
      <Part title={t('studio.inspect')}>
        <RadioGroup
          label={t('studio.inspect')}
          options={inspections.map((value) => ({ value, text: t(`studio.inspections.${value}`) }))}
          value={appearance.inspection}
          choose={(inspection) => change({ inspection })}
        />
        {facts && <Figures facts={facts} />}
      </Part>
      <button type="button" className="studio-save" onClick={() => void savePicture(orbit, title)}>
        {t('studio.savePicture')}
      </button>
    </section>
  )
}

function Figures({ facts }: { facts: ModelFacts }) {
  const { t } = useTranslation()
  return (
    <p className="studio-figures tabular">
      {t('studio.figures', {
        triangles: formatNumber(facts.triangles),
        parts: formatNumber(facts.drawCalls),
        textures: formatNumber(facts.textures.length),
        memory: formatBytes(facts.gpuBytes),
      })}
    </p>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="studio-part">
      <h3>{title}</h3>
      {children}
    </div>
  )
}

async function savePicture(orbit: Orbit, title: string): Promise<void> {
  saveBlob(await orbit.takePicture(), `${cutText(title.replace(/[\\/:*?"<>|\s]+/g, '-'), 80) || 'toile'}.png`)
}
