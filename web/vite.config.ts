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

/** The filters in the heads of antd's Table bring its tree, radio and search, 14 kB; here filters stand above the table. */
const withoutHeadFilters: Plugin = {
  name: 'without-head-filters',
  load: {
    filter: { id: /antd\/es\/table\/hooks\/useFilter\/FilterDropdown\.js$/ },
    handler: () => 'export const flattenKeys = () => []\nexport default () => null',
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutHeadFilters],
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
            // Else its core becomes a file of its own, because the USDZ writer needs that too.
            {
              name: 'three',
              test: /node_modules\/three\/(build|examples\/jsm\/(controls|loaders|environments|utils))\//,
            },
            {
              name: 'shell',
              test: /\/(web\/src\/(app\/[^/]+|lib\/(?!socket-connection\.|api-form\.|backstage-api\.|form-drafts\.|save-blob\.)[^/]+|ui\/((?!DescriptionList|MoreButton|PagedList|TextButton|use-responsive-viewport)[^/]+|toasts\/[^/]+|dialogs\/use-modal|forms\/(SearchInput|use-debounced-input))|features\/(account\/sign-out|works\/(WorkTile|Counts|LikeButton|use-like|categories)))|contracts\/src\/works\/works\.constants)\.tsx?$/,
            },
            // Home has no form.
            { name: 'forms', test: /\/(node_modules\/react-hook-form|web\/src\/lib\/api-form)/ },
            {
              // What many pages show and home does not: one name to know, for the same reason as below.
              name: 'parts',
              test: /\/(contracts\/src\/cut-text|web\/src\/(lib\/(form-drafts|save-blob)|ui\/(DescriptionList|MoreButton|PagedList|dialogs\/Dialog|forms\/(Field|FileInput|Form|Slider|input-method))))\.tsx?$/,
            },
            {
              // What the pages of signing in share: each as a file of its own costs the first page another name to know.
              name: 'login',
              test: /\/web\/src\/features\/login\/(verification\/)?(AskEmail|BackToSignIn|EmailField|FormProblem|NewPasswordFields|PasswordField|ResendMail|SetPassword|SocialButtons|[a-z-]+)\.tsx?$/,
            },
            {
              // Else it becomes a part of conversations, and who sends another picture fetches all of them.
              name: 'images',
              test: /\/web\/src\/features\/images\/use-image-upload\.ts$/,
            },
            {
              // A conversation, on its page and over a person's.
              name: 'messages',
              test: /\/web\/src\/features\/messages\/(Message[BDFIL]|Thread|RequestBar|OutboxItem|cache|clock|thread|use-(?!conversations)|outbox-store\.)/,
            },
            {
              // Phases, money, times and points of activities, for their pages and for those of the back office.
              name: 'activities',
              test: /\/(web\/src\/features\/activities\/(money|paths|jury\/scores|server-clock|zones)|contracts\/src\/activities\/activities\.constants)\.ts$/,
            },
            {
              // One's own works, what moves them, and the names of categories.
              name: 'works',
              test: /\/web\/src\/features\/works\/(work-transitions|use-(category-name|my-works|overview))\.ts$/,
            },
            {
              // An upload that is followed, by its page, the tray, or the list of the latest.
              name: 'uploads',
              test: /\/web\/src\/features\/uploads\/(stage|use-uploads?)\.ts$/,
            },
            {
              // As much of the list of renders as other places need too.
              name: 'renders',
              test: /\/web\/src\/(features\/(renders\/(live-render|use-live-statuses|use-renders|durations|RenderState)|uploads\/(eta-words|use-seconds-since))|ui\/use-responsive-viewport)\.tsx?$/,
            },
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
