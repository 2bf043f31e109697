import { loadWords } from '../../i18n/index.js'

// Whoever imports this has the words of the cropper before the first line of it runs.
await loadWords({
  en: async () => (await import('../../i18n/en.crop.js')).enCrop,
  'zh-CN': async () => (await import('../../i18n/zh-CN.crop.js')).zhCNCrop,
})
