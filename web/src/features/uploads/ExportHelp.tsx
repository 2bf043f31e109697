import { useTranslation } from 'react-i18next'

const programs = ['clo', 'style3d', 'browzwear', 'marvelous', 'blender'] as const
const names = {
  clo: 'CLO',
  style3d: 'Style3D',
  browzwear: 'Browzwear VStitcher',
  marvelous: 'Marvelous Designer',
  blender: 'Blender',
}

/** What to choose in the program that made the garment, before anything is sent. */
export function ExportHelp() {
  const { t } = useTranslation()
  return (
    <details className="export-help">
      <summary>{t('upload.exporting.title')}</summary>
      <p>{t('upload.exporting.best')}</p>
      <dl>
        {programs.map((program) => (
          <div key={program}>
            <dt>{names[program]}</dt>
            <dd>{t(`upload.exporting.${program}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('upload.exporting.zip')}</p>
    </details>
  )
}
