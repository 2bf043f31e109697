// Runs before the first paint; a file, because the CSP allows no inline script. Reads the keys that src/lib/theme.ts
// and src/i18n/index.ts write.
;(function () {
  var root = document.documentElement
  var read = function (name) {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  var mode = read('colour-mode')
  // A page with fixed colours; see forcedColours in packages/contracts.
  var forced = document.querySelector('meta[name=toile-colours]')
  if (forced) mode = forced.content
  if (mode !== 'light' && mode !== 'dark') mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.theme = mode
  // --bg of src/ui/tokens.css, which is not loaded yet.
  if (mode === 'dark') document.querySelector('meta[name=theme-color]').content = '#0e0d0c'
  var language = read('language')
  var known = language === 'en' || language === 'zh-CN'
  root.lang = known ? language : /^zh\b/i.test(navigator.language) ? 'zh-CN' : 'en'
  // iPads claim to be Macs, which have no touch screens.
  var isTablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
  root.dataset.mobile = String(isTablet || /Mobi|Android|iPhone|iPad/i.test(navigator.userAgent))
})()
