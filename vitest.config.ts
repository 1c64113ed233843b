import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import type { V4WorkerOptions } from 'miniflare'
import { defineConfig } from 'vitest/config'
import { bundleTestCompute } from './scripts/build/compute.ts'
import { parseWranglerConfig, workerModules } from './scripts/build/worker.ts'
import { databaseBindings } from './scripts/site/database/bindings.ts'
import { testBundle } from './tools/checks/test-bundle.ts'

const MINUTE = 60_000
/** Time limits only bound a hang: no test may depend on the speed of the machine. */
const PATIENT = {
  testTimeout: (process.env.JOULE_PROVE ? 24 * 60 : 20) * MINUTE,
  hookTimeout: 20 * MINUTE,
  expect: { poll: { timeout: 4 * MINUTE, interval: 50 } },
}

/**
 * A stuck page fails sooner. A wait for an element ends after four minutes
 * (test/browser/support/browser.ts) and names it.
 */
const BROWSER_TIMEOUT = (process.env.JOULE_LONG === '1' ? 15 : 6) * MINUTE

/**
 * `npm run test:long` and `npm run prove -- cost` run only the tests with this tag, see
 * test/support/long.ts.
 */
const SCALE: 'short' | 'long' | 'cost' =
  process.env.JOULE_LONG === '1'
    ? 'long'
    : JSON.parse(process.env.JOULE_PROVE || '{}').cost
      ? 'cost'
      : 'short'
const isTagged = (path: string) =>
  /test\/long\.ts'|@module-tag long/.test(readFileSync(path, 'utf8'))
const filesIn = (folders: string[], except: string[] = []) => ({
  include: folders
    .map((folder) => `${folder}/**/*.test.{ts,tsx}`)
    .flatMap((pattern) => (SCALE === 'short' ? pattern : globSync(pattern).filter(isTagged))),
  exclude: except.map((folder) => `${folder}/**`),
  tags: [{ name: 'long' }, { name: 'cost' }],
  provide: { scale: SCALE },
})

/**
 * `test/kernel` and `test/client` test pure functions, which need neither workerd nor a new site
 * for each file.
 */
const IN_NODE = ['test/node', 'test/kernel', 'test/client']
const IN_CHROMIUM = ['test/browser']

/**
 * Node loads these files itself and strips their types, as in `npm start`. Vite would transform
 * each one.
 */
const ROOT = import.meta.dirname.replace(/[^\w/]/g, '\\$&')
const NATIVE = {
  deps: { external: [new RegExp(`${ROOT}/(?:.*/)?(?:src|scripts|tools)/.*\\.m?ts$`)] },
}

const migrationsIn = (folder: string) =>
  globSync(`migrations/${folder}/*.sql`)
    .sort()
    .map((path) => ({ name: basename(path), queries: [readFileSync(path, 'utf8')] }))

type DatabaseOptions = Pick<V4WorkerOptions, 'd1Databases' | 'unsafeBindings'>

/** The databases of the worker tests by binding. test/support/lagging-replica.ts has the replica. */
const DATABASES = { DB: 'joule', SEARCH: 'joule-search', REPLICA: 'replica' }
const databasesOfD1 = { d1Databases: DATABASES }
/** The databases of a site on one machine (docs/decisions/0027-database-by-rpc.md). */
const databaseObjects = databaseBindings(DATABASES)

const WORKER_TESTS = filesIn(['test'], [...IN_NODE, ...IN_CHROMIUM])
const FILES_ON_D1 = {
  ...WORKER_TESTS,
  provide: { ...WORKER_TESTS.provide, databases: 'D1' as const },
}

/** The worker tests that `npm test` runs on database objects. `npm run test:long` runs all. */
const SAMPLE_ON_OBJECTS = ['test/db', 'test/faults', 'test/features/publishing/search']
const FILES_ON_OBJECTS = {
  include: (SCALE === 'long' ? ['test'] : SAMPLE_ON_OBJECTS).map(
    (folder) => `${folder}/**/*.test.{ts,tsx}`,
  ),
  exclude: [...IN_NODE, ...IN_CHROMIUM].map((folder) => `${folder}/**`),
  tags: [{ name: 'long' }, { name: 'cost' }],
  provide: { scale: 'short' as const, databases: 'objects' as const },
}

/** Both projects use one build, which they would otherwise write at the same time. */
let builtCompute: Promise<string> | undefined

/** The tests that run in workerd, with these databases. */
function workerProject(name: string, databases: DatabaseOptions, files: object) {
  return {
    plugins: [
      testBundle(),
      cloudflareTest(async () => {
        const config = await parseWranglerConfig()
        const { options } = config
        builtCompute ??= bundleTestCompute(config)
        const compute = await builtCompute
        return {
          main: 'src/index.ts',
          miniflare: {
            ...options,
            d1Databases: {},
            ...databases,
            serviceBindings: { COMPUTE: 'joule-compute' },
            workers: [
              {
                name: 'joule-compute',
                compatibilityDate: options.compatibilityDate ?? '',
                modules: await workerModules(compute),
                modulesRoot: compute,
              },
            ],
            // No test calls another server.
            outboundService: () => new Response(null, { status: 503 }),
            // Not named EMAIL, because most tests need a site without mail.
            email: { send_email: [{ name: 'SIMULATED_EMAIL' }] },
            bindings: {
              ENVIRONMENT: 'test',
              LOG_SHARE: '0.1',
              JOULE_SECRET: 'a secret that only the tests know',
              JOULE_BUNDLE: 'the hash of the bundle',
              // A deadline would make tests depend on the speed of the machine.
              JOULE_JOB_MAX: String(MINUTE),
              // The number of commands and the seed of `npm run prove -- model`.
              PROVE: process.env.JOULE_PROVE || '{}',
              TEST_MIGRATIONS_DB: migrationsIn('db'),
              TEST_MIGRATIONS_SEARCH: migrationsIn('search'),
            },
          },
        }
      }),
    ],
    test: {
      name,
      ...files,
      setupFiles: ['test/support/each-file.ts'],
      // One runtime for all files: loading the app for each file took five times as long. The
      // setup empties the storage.
      isolate: false,
      ...PATIENT,
    },
  }
}

export default defineConfig({
  test: {
    silent: 'passed-only' as const,
    slowTestThreshold: MINUTE,
    // In watch mode: Vite does not load these files itself, so it cannot find the tests that depend
    // on them.
    forceRerunTriggers: [
      '**/{src,scripts,tools}/**',
      '**/test/!(node|browser)/**/!(*.test).{ts,tsx}',
      '**/vitest.config.*',
    ],
    projects: [
      workerProject('worker', databasesOfD1, FILES_ON_D1),
      workerProject('objects', databaseObjects, FILES_ON_OBJECTS),
      {
        test: {
          name: 'node',
          ...filesIn(IN_NODE),
          server: NATIVE,
          globalSetup: ['test/node/support/shared-folder.ts'],
          // Loading Miniflare, wrangler and half of the app for each file took longer than most
          // files.
          isolate: false,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'browser',
          ...filesIn(IN_CHROMIUM),
          server: NATIVE,
          globalSetup: ['test/browser/support/setup.ts'],
          setupFiles: ['test/browser/support/each-test.ts'],
          // Three workers, so that two cores are busy until the end: a test often waits for its
          // page. Each has a browser and a site.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          isolate: false,
          ...PATIENT,
          testTimeout: BROWSER_TIMEOUT,
          // Only if Chromium failed. A wrong page, or one that is too slow, fails the test at once.
          retry: {
            count: 1,
            condition:
              /Target page, context or browser has been closed|(?:Target|Page) crashed|Protocol error/,
          },
        },
      },
    ],
  },
})
