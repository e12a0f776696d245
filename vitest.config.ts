import { configDefaults, defineConfig } from 'vitest/config';

/** Minutes of real histories, corpora, killed writers and workflow runs: `npm run test:all` has them, as CI does. */
const LONG = [
  'tests/build/change/expected.test.ts',
  'tests/build/publish/branch-faults.test.ts',
  'tests/build/real-data.test.ts',
  'tests/build/write.test.ts',
  'tests/runtime/mcp/save-histories.test.ts',
  'tests/runtime/propose/plan/corpora.test.ts',
  'tests/runtime/propose/git/processes.test.ts',
  'tests/schema/skill/corpora.test.ts',
  'tests/schema/skill/skills-ref.test.ts',
  'tests/workflows/**',
];

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(process.env.SKILLGRAFT_TEST_ALL === '1' ? [] : LONG)],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // By default one core is left free: on two, half of them.
    maxWorkers: '100%',
  },
});
