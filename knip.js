// knip finds unused files, exports and dependencies, as part of `npm run lint`.
export default {
  // Every file of a package can be imported from outside, so only its exports show whether it is used.
  includeEntryExports: true,
  // These checks are off, because packages are hoisted to the root's node_modules and the system provides the programs.
  exclude: ['unlisted', 'binaries'],
  // knip does not see that a style sheet, packages/testing and a generated client use these packages.
  ignoreDependencies: ['@fontsource-variable/inter', '@types/smtp-server', 'openapi-fetch'],
  // Garments and paths are imported as namespaces. completeness.test.ts exports proofs that wrong types do not compile.
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
