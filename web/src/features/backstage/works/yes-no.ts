import type { TFunction } from 'i18next'
import type { TableFilter } from '../table/table.js'

export const yesNo = (t: TFunction, name: 'hidden' | 'featured' | 'reported'): TableFilter => ({
  name,
  label: t(`works-backstage:is.${name}`),
  options: [
    { value: 'true', label: t('works-backstage:yes') },
    { value: 'false', label: t('works-backstage:no') },
  ],
})
