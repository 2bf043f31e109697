import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Address of the API for the development server (`npx vite web`). */
const api = process.env['API_URL'] ?? 'http://localhost:8080'
/** First segments of the paths that the API answers, besides `/socket.io`. Pages have others, like `/project/:id`. */
const apiPaths = [
  '/api',
  '/activities',
  '/analytics',
  '/auth',
  '/entry',
  '/works',
  '/categories',
  '/me',
  '/uploads',
  '/images',
  '/renders',
  '/files',
  '/users',
  '/comments',
  '/videos',
  '/courses',
  '/market',
  '/conversations',
  '/notifications',
  '/backstage',
  '/reports',
  '/tags',
  '/oembed',
  '/openapi.json',
  '/health',
]

const reactRouter = (name: string) =>
  fileURLToPath(new URL(`../node_modules/react-router/dist/production/${name}.mjs`, import.meta.url))

/** Leaves out selection menus and column filters of antd's Table. Any other Dropdown of antd would be empty, too. */
const withoutTableMenus: Plugin = {
  name: 'without-table-menus',
  load: {
    filter: { id: /antd\/es\/(table\/hooks\/useFilter\/FilterDropdown|dropdown\/index)\.js$/ },
    handler: () => 'export const flattenKeys = () => []\nexport default () => null',
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutTableMenus],
  resolve: {
    // Workspace packages resolve to their source, so they need no build first.
    conditions: ['source', 'module', 'browser', 'development|production'],
    // Another tool in the tree installs an older React at the root. With two copies of React, every hook fails.
    dedupe: ['react', 'react-dom', 'three'],
    // Without these aliases, the exports of react-router resolve to its development build in every mode.
    alias: [
      { find: /^react-router$/, replacement: reactRouter('index') },
      { find: /^react-router\/dom$/, replacement: reactRouter('dom-export') },
    ],
  },
  // Locale files are imported as a whole, so they need no named exports.
  json: { namedExports: false },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    manifest: true,
    // Nothing is inlined, because the CSP forbids fonts in data: URLs and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The code that every page needs is in two files. Two files compress better than thirty, and vendor code stays
    // cached when only our code changes. With a single `minShareCount` rule instead, the home page would exceed its
    // budget (docs/architecture.md).
    rolldownOptions: {
      // antd declares that it has no side effects. @rc-component does not, so only this rule makes it tree-shakeable.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@rc-component\//, sideEffects: false }] },
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        // The code of the first page contains the names of all files, so names made of a hash alone save a kilobyte.
        // The manifest maps source files to these names.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:6][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              // The pattern matches whole package names, so it leaves out react-advanced-cropper. Only the crop dialog
              // needs that package.
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack|i18next|react-i18next)\//,
            },
            { name: 'shell', tags: ['$initial'] },
            // The home page and its parts are one file, because the code of the first page lists the name of each file.
            { name: 'home', test: /\/features\/home\/HomePage/ },
          ],
        },
      },
    },
    // The library `three` exceeds Vite's default limit by itself. The real budgets are in web/src/app/budgets.test.ts.
    chunkSizeWarningLimit: 800,
  },
  server: {
    port: 5173,
    proxy: {
      ...Object.fromEntries(apiPaths.map((path) => [`^${path}(/|\\?|$)`, api])),
      '/socket.io': { target: api, ws: true },
    },
  },
})
