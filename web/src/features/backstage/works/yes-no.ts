import type { TFunction } from 'i18next'
import type { TableFilter } from '../table/table.js'

/** A filter for what is so or not so. */
export const yesNo = (t: TFunction, name: 'hidden' | 'featured' | 'reported'): TableFilter => ({
  name,
  label: t(`worksBackstage.is.${name}`),
  options: [
    { value: 'true', label: t('worksBackstage.yes') },
    { value: 'false', label: t('worksBackstage.no') },
  ],
})
