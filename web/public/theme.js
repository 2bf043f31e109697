// This script runs before the first paint. It is a file, because the CSP allows no inline script. It reads the
// localStorage keys that src/lib/theme.ts and src/i18n/index.ts write.
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
  // Embedded pages have fixed colours, whatever the user has chosen; see forcedColours() in packages/contracts.
  var forced = document.querySelector('meta[name=toile-colours]')
  if (forced) mode = forced.content
  if (mode !== 'light' && mode !== 'dark') mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.theme = mode
  // The value of --bg in src/ui/tokens.css, which is not loaded yet.
  if (mode === 'dark') document.querySelector('meta[name=theme-color]').content = '#0e0d0c'
  var language = read('language')
  var known = language === 'en' || language === 'zh-CN'
  root.lang = known ? language : /^zh\b/i.test(navigator.language) ? 'zh-CN' : 'en'
  // iPads send the user agent of a Mac, but no Mac has a touch screen.
  var isTablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
  root.dataset.mobile = String(isTablet || /Mobi|Android|iPhone|iPad/i.test(navigator.userAgent))
})()
