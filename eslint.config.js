// Besides the usual rules, the rules of direction of docs/architecture.md stand here, each with its advice.
import importX from 'eslint-plugin-import-x'
import regexp from 'eslint-plugin-regexp'
import tseslint from 'typescript-eslint'

/** Imports that a folder may not make: pairs of pattern and the sentence that says what to do instead. */
const forbid = (...rules) => ['error', { patterns: rules.map(([group, message]) => ({ group, message })) }]

const noProcesses = [
  [
    '@toile/api*',
    '@toile/relay*',
    '@toile/realtime*',
    '@toile/worker-*',
    '@toile/web*',
    '**/services/**',
    '**/workers/**',
    '**/web/**',
  ],
  'Packages are used by processes, never the other way round: move what you need into a package.',
]
const packagesBut = (...allowed) => [
  ['@toile/*/**', ...allowed.map((name) => `!@toile/${name}`)],
  `This folder may import only ${allowed.join(', ') || 'nothing'} of our packages: keep it free of the rest, pass data in.`,
]
const noSchemaInBrowser = [
  ['@toile/contracts/*', '!@toile/contracts/*.constants', '!@toile/contracts/ids'],
  'The web takes types (import type) and *.constants from contracts, never a schema value: it costs the browser 20 kB.',
]

const everywhere = [
  {
    selector: 'CallExpression[callee.property.name=/^(selectAll|returningAll)$/]',
    message:
      'Name the columns: statements are prepared by name, and a migration that adds a column breaks `*` on open connections.',
  },
  {
    selector: 'CallExpression[callee.object.name="sql"][callee.property.name="raw"]',
    message: 'sql.raw opens the door to injection: use the sql`` template, sql.ref or sql.id.',
  },
  { selector: 'ExportAllDeclaration', message: 'No barrel files: import from the file that holds the thing.' },
]

const STATE_COLUMNS = '(stage|state|status)'

export default tseslint.config(
  { ignores: ['**/dist/**', '**/dist-tests/**', 'data/**', '**/node_modules/**', 'test-results/**'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { 'import-x': importX, regexp },
    settings: { 'import-x/resolver': { typescript: true, node: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        // tap waits for its tests by itself.
        {
          allowForKnownSafeCalls: ['tap', '@tapjs/core', '@tapjs/test'].map((name) => ({
            from: 'package',
            package: name,
            name: ['test'],
          })),
        },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      // What somebody sent must not keep a core busy: no pattern whose time grows faster than the text.
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
      'no-restricted-syntax': ['error', ...everywhere],
    },
  },
  {
    // Each event says what set it off.
    files: ['packages/db/src/queries/**'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...everywhere,
        {
          selector: 'TemplateElement[value.raw=/insert into events/]',
          message: 'Events are written by eventOfMoved() of packages/db/src/events.ts alone.',
        },
      ],
    },
  },
  {
    // State moves in one place: only packages/db/queries writes a stage, state or status column.
    files: ['services/**/*.ts', 'workers/**/*.ts', 'infra/**/*.ts', 'packages/bus/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...everywhere,
        {
          selector: `CallExpression[callee.property.name="set"][arguments.length=1] Property[key.name=/^${STATE_COLUMNS}$/]`,
          message:
            'States are moved by the move<Thing>() functions of packages/db/queries, which write row, version and event at once.',
        },
        {
          selector: 'CallExpression[callee.property.name=/^(updateTable|insertInto|deleteFrom)$/]',
          message: 'All SQL stands in packages/db/queries/<feature>.ts.',
        },
      ],
    },
  },
  { files: ['packages/contracts/**'], rules: { 'no-restricted-imports': forbid(noProcesses, packagesBut()) } },
  {
    files: ['packages/{db,media,storage,scene,runtime}/**'],
    rules: { 'no-restricted-imports': forbid(noProcesses, packagesBut('contracts/**')) },
  },
  {
    files: ['packages/browser/**'],
    rules: { 'no-restricted-imports': forbid(noProcesses, packagesBut('contracts/**', 'scene/**', 'runtime/**')) },
  },
  {
    files: ['packages/bus/**'],
    rules: { 'no-restricted-imports': forbid(noProcesses, packagesBut('contracts/**', 'db/**', 'runtime/**')) },
  },
  {
    // Tests may stand real parts up, and the walk over every route looks at all of them.
    files: ['packages/**/*.{test,test-support,test-process}.ts', 'packages/testing/**'],
    rules: { 'no-restricted-imports': forbid(noProcesses) },
  },
  {
    files: ['services/**', 'workers/**'],
    rules: {
      'no-restricted-imports': forbid([
        ['@toile/api*', '@toile/relay*', '@toile/realtime*', '@toile/worker-*', '@toile/web*'],
        'Processes never import each other: they meet in Postgres and Redis.',
      ]),
    },
  },
  {
    files: ['web/e2e/*.e2e.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: 'playwright/test', importNames: ['test'], message: 'Import ./test.js: it closes what a test opens.' },
      ],
    },
  },
  {
    files: ['web/src/**'],
    ignores: ['**/*.{test,test-support}.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: noSchemaInBrowser[0], message: noSchemaInBrowser[1], allowTypeImports: true },
            { group: packagesBut('contracts/**', 'scene/**')[0], message: packagesBut('contracts', 'scene')[1] },
            {
              regex: '^antd$',
              message: 'Import antd/es/<component>: the barrel pulls all of antd into the entry chunk.',
            },
          ],
        },
      ],
    },
  },
  { files: ['**/*.mjs', '**/*.js'], extends: [tseslint.configs.disableTypeChecked] },
)
