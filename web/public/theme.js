// Runs before the first paint, as a file because the page's CSP allows no inline script. Kept in step with src/lib/theme.ts
// and src/i18n/language.ts, which write what is read here.
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
  // A page with colours of its own; see forcedColours in packages/contracts.
  var forced = document.querySelector('meta[name=toile-colours]')
  if (forced) mode = forced.content
  if (mode !== 'light' && mode !== 'dark') mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.theme = mode
  // --bg of src/ui/tokens.css, which is not there yet.
  if (mode === 'dark') document.querySelector('meta[name=theme-color]').content = '#0e0d0c'
  var language = read('language')
  var known = language === 'en' || language === 'zh-CN'
  root.lang = known ? language : /^zh\b/i.test(navigator.language) ? 'zh-CN' : 'en'
  // iPads say that they are Macs, which have no screens to touch.
  var isTablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
  root.dataset.mobile = String(isTablet || /Mobi|Android|iPhone|iPad/i.test(navigator.userAgent))
})()
