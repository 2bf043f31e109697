import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where the API runs while the client is developed with `npx vite web`. */
const api = process.env['API_URL'] ?? 'http://localhost:8080'
/** Everything that the API answers itself; `/project/:id` and the other pages are ours. */
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

/**
 * Parts of antd's Table that no table here has: filters in its heads, which bring its tree, radio and search, and menus of
 * selections, which bring its menu.
 */
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
    // Our own packages come from their source: nothing needs to be compiled before the client is.
    conditions: ['source', 'module', 'browser', 'development|production'],
    // Another tool in the tree brings an older React to the root; two copies break every hook.
    dedupe: ['react', 'react-dom', 'three'],
    // Its exports lead to the build with the developer's warnings whatever the mode.
    alias: [
      { find: /^react-router$/, replacement: reactRouter('index') },
      { find: /^react-router\/dom$/, replacement: reactRouter('dom-export') },
    ],
  },
  // Words are taken in whole.
  json: { namedExports: false },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    manifest: true,
    // The CSP allows no data: font and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page needs, as two files: that compresses better than thirty, and others' code stays cached when only
    // ours changes.
    rolldownOptions: {
      // antd's own say so of themselves; of these, only what is used comes along.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@rc-component\//, sideEffects: false }] },
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        // The first page knows the files of all others: their hashes alone name them in a kilobyte less. The manifest tells
        // which is which.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:6][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              // Whole names only: react-advanced-cropper belongs to its dialog.
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack|i18next|react-i18next)\//,
            },
            { name: 'shell', tags: ['$initial'] },
            // With what it shows, as most pages do: each part as a file of its own costs the first page another name to know.
            { name: 'home', test: /\/features\/home\/HomePage/ },
          ],
        },
      },
    },
    // three alone is larger than the usual line; the budgets that hold are in web/src/app/budgets.test.ts.
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
