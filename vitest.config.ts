import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig(async () => ({
  test: {
    silent: 'passed-only' as const,
    projects: [
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                ENVIRONMENT: 'test',
                JOULE_SECRET: 'a secret that only the tests know',
                TEST_MIGRATIONS_DB: await readD1Migrations('migrations/db'),
                TEST_MIGRATIONS_SEARCH: await readD1Migrations('migrations/search'),
              },
            },
          }),
        ],
        test: {
          name: 'worker',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/node/**', 'test/browser/**'],
          setupFiles: ['test/support/migrate.ts'],
          // One runtime for all files: loading the app anew for each took five times as long. The setup empties storage.
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: { name: 'node', include: ['test/node/**/*.test.ts'], testTimeout: 30_000 },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/support/site.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // One browser at a time: two would measure each other.
          fileParallelism: false,
        },
      },
    ],
  },
}))
