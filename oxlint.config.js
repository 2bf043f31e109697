// Besides general rules, this configuration enforces the import rules of docs/architecture.md. Each message says what
// to do instead.
import { readdirSync } from 'node:fs'
import { defineConfig } from 'oxlint'

/** Makes a rule that forbids imports. Each argument is a pair: the patterns of the imports, and what to do instead. */
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
const packages = readdirSync(new URL('packages', import.meta.url))
// Lists forbidden packages by name, because in oxlint a negated pattern (!...) also cancels the rule's other patterns.
const packagesBut = (...allowed) => [
  packages.filter((name) => !allowed.includes(name)).map((name) => `@toile/${name}/**`),
  `This folder may import only ${allowed.join(', ') || 'nothing'} of our packages: keep it free of the rest, pass data in.`,
]
const noSchemaInBrowser = [
  [
    '@toile/contracts/**',
    '!@toile/contracts/**/*.constants',
    '!@toile/contracts/*.constants',
    '!@toile/contracts/paths',
    '!@toile/contracts/backstage-paths',
    '!@toile/contracts/ids',
    '!@toile/contracts/cut-text',
    '!@toile/contracts/texts',
    '!@toile/contracts/direction',
    '!@toile/contracts/formats',
  ],
  'The web takes types (import type), *.constants and paths from contracts, never a schema value: it costs the browser 20 kB.',
]

/** Import rules of the web: its allowed packages, and the folders `above` from which the code must not import. */
const webImports = (...above) => [
  'error',
  {
    patterns: [
      { group: noSchemaInBrowser[0], message: noSchemaInBrowser[1], allowTypeImports: true },
      ...forbid(packagesBut('contracts', 'scene'))[1].patterns,
      { regex: '^antd$', message: 'Import antd/es/<component>: the barrel pulls all of antd into the entry chunk.' },
      ...above.map((folder) => ({
        regex: `^\\.\\./(.*/)?${folder}/`,
        message: 'In web/src imports go from app to features to lib, ui and viewer, never back.',
      })),
    ],
  },
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
  {
    selector:
      ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind=const] > VariableDeclarator[init.type=/^(Literal|TemplateLiteral)$/][id.name=/[a-z]/]:not([init.expressions.length>0])',
    message: 'A constant of a module that is one number, text or pattern is written in CAPITALS.',
  },
  {
    selector:
      ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind=const] > VariableDeclarator[id.name=/^[A-Z][A-Z0-9_]+$/]:matches([init.type=/^(Array|Object|New|ArrowFunction)Expression$/], [init.expression.type=/^(Array|Object|New)Expression$/])',
    message: 'CAPITALS are for constants that are one number, text or pattern; a list or table is in camelCase.',
  },
]

const SECURE_ONLY =
  'Missing where the page came over plain http: web/src/lib/secure-context.ts has it, with what takes its place (ids: newId() of contracts).'

const STATE_COLUMNS = '(stage|state|status)'

/** This is ESLint's rule, because oxlint has no equivalent. */
const noSyntax = (...selectors) => ({ 'eslint-js/no-restricted-syntax': ['error', ...everywhere, ...selectors] })

export default defineConfig({
  plugins: ['typescript', 'import'],
  jsPlugins: [
    { name: 'eslint-js', specifier: 'oxlint-plugin-eslint' },
    { name: 'regexp', specifier: 'eslint-plugin-regexp' },
  ],
  categories: { correctness: 'off' },
  options: { typeAware: true, denyWarnings: true },
  ignorePatterns: ['**/dist/**', '**/dist-tests/**', 'data/**', 'test-results/**'],
  rules: {
    'no-array-constructor': 'error',
    'no-unused-expressions': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'typescript/ban-ts-comment': 'error',
    'typescript/no-duplicate-enum-values': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-extra-non-null-assertion': 'error',
    'typescript/no-misused-new': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-non-null-asserted-optional-chain': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-this-alias': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-declaration-merging': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/no-wrapper-object-types': 'error',
    'typescript/prefer-as-const': 'error',
    'typescript/prefer-namespace-keyword': 'error',
    'typescript/triple-slash-reference': 'error',
  },
  overrides: [
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        'no-var': 'error',
        'prefer-const': 'error',
        'prefer-rest-params': 'error',
        'prefer-spread': 'error',
        'typescript/no-floating-promises': [
          'error',
          // tap awaits its subtests itself.
          { allowForKnownSafePromises: [{ from: 'package', package: '@tapjs/core', name: 'PromiseWithSubtest' }] },
        ],
        'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
        'typescript/consistent-type-imports': 'error',
        'import/no-cycle': ['error', { ignoreExternal: true }],
        // Patterns must not take super-linear time, because a request must not block the event loop (ReDoS).
        'regexp/no-super-linear-backtracking': 'error',
        'regexp/no-super-linear-move': 'error',
        ...noSyntax(),
      },
    },
    {
      files: ['packages/db/src/*/**'],
      rules: noSyntax({
        selector: 'TemplateElement[value.raw=/insert into events/]',
        message: 'Events are written by eventOfMoved() of packages/db/src/events.ts alone.',
      }),
    },
    {
      // Only packages/db may write a stage, state or status column.
      files: ['{services,workers,infra}/**/*.ts', 'packages/{bus,demo}/**/*.ts'],
      rules: noSyntax(
        {
          selector: `CallExpression[callee.property.name="set"][arguments.length=1] Property[key.name=/^${STATE_COLUMNS}$/]`,
          message:
            'States are moved by the move<Thing>() functions of packages/db, which write row, version and event at once.',
        },
        {
          selector: 'CallExpression[callee.property.name=/^(updateTable|insertInto|deleteFrom)$/]',
          message: 'All SQL stands in packages/db/src/<feature>.',
        },
      ),
    },
    { files: ['**/*.test.ts'], rules: noSyntax() },
    { files: ['packages/contracts/**'], rules: { 'no-restricted-imports': forbid(noProcesses, packagesBut()) } },
    {
      files: ['packages/{db,storage,scene,runtime}/**'],
      rules: { 'no-restricted-imports': forbid(noProcesses, packagesBut('contracts')) },
    },
    {
      files: ['packages/media/**'],
      rules: { 'no-restricted-imports': forbid(noProcesses, packagesBut('contracts', 'runtime')) },
    },
    {
      files: ['packages/browser/**'],
      rules: { 'no-restricted-imports': forbid(noProcesses, packagesBut('contracts', 'scene', 'runtime')) },
    },
    {
      files: ['packages/bus/**'],
      rules: { 'no-restricted-imports': forbid(noProcesses, packagesBut('contracts', 'db', 'runtime')) },
    },
    {
      files: ['packages/demo/**'],
      rules: {
        'no-restricted-imports': forbid(
          noProcesses,
          packagesBut('contracts', 'db', 'browser', 'storage', 'runtime', 'testing'),
        ),
      },
    },
    {
      // Tests may start real processes.
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
    { files: ['web/src/**'], rules: { 'no-restricted-imports': webImports() } },
    { files: ['web/src/features/**'], rules: { 'no-restricted-imports': webImports('app') } },
    { files: ['web/src/{lib,ui,viewer,i18n}/**'], rules: { 'no-restricted-imports': webImports('app', 'features') } },
    { files: ['web/src/**/*.{test,test-support}.ts'], rules: { 'no-restricted-imports': 'off' } },
    {
      files: ['{web,packages/scene}/src/**'],
      rules: noSyntax(
        {
          selector:
            'MemberExpression[object.name="navigator"][property.name=/^(clipboard|locks|serviceWorker|storage|credentials|wakeLock|mediaDevices|share|canShare)$/]',
          message: SECURE_ONLY,
        },
        {
          selector: 'MemberExpression[object.name="crypto"][property.name=/^(randomUUID|subtle)$/]',
          message: SECURE_ONLY,
        },
        {
          selector: 'MemberExpression[object.name=/^(caches|PushManager|Notification|cookieStore)$/]',
          message: SECURE_ONLY,
        },
      ),
    },
    { files: ['web/src/lib/secure-context.ts'], rules: noSyntax() },
  ],
})
