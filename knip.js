// Finds unused files, exports and dependencies, as part of `npm run lint`.
export default {
  // Every file of a package may be imported; its exports show whether it is used.
  includeEntryExports: true,
  // Packages are hoisted to the root's node_modules, and programs come from the system.
  exclude: ['unlisted', 'binaries'],
  // A font referenced by a style sheet, types that packages/testing needs, and an import in a generated client.
  ignoreDependencies: ['@fontsource-variable/inter', '@types/smtp-server', 'openapi-fetch'],
  // Imported as namespaces: garments and contract paths. Not imported: types that must not compile.
  ignoreIssues: {
    'packages/contracts/src/**/*.paths.ts': ['nsExports', 'exports'],
    'packages/demo/src/garments/*.ts': ['exports'],
    'packages/bus/src/completeness.test.ts': ['exports'],
  },
  workspaces: {
    'packages/*': { entry: 'src/**/*.{test,test-process}.ts' },
    'packages/testing': {},
    'packages/demo': { entry: ['src/{gallery,make-garments,seed,garments/*}.ts', 'src/**/*.test.ts'] },
    'packages/browser': { entry: ['src/page/*.ts', 'src/**/*.{test,test-process}.ts'] },
    '{services,workers}/*': { entry: ['src/main.ts', 'src/**/*.{test,test-process}.ts'] },
    infra: {
      entry: [
        'start/{bootstrap.mjs,build.mjs,start.ts,worker.ts,demo/seed-works.ts}',
        '{cli/toile,test/{run,tap-process,fuzz,screens/screens},chaos/chaos}.ts',
        'bench/{bench,lighthouse,processes/*}.ts',
        '**/*.{test,test-process}.ts',
      ],
    },
    web: {
      entry: ['src/main.tsx', 'src/**/*.test.ts', 'e2e/*.e2e.ts'],
      playwright: { config: 'e2e/playwright.config.ts' },
    },
  },
}
