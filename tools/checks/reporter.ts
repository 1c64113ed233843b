import { JsonReporter, type TestModule } from 'vitest/node'
import type { UnhandledError } from './report.ts'

/**
 * The JSON report with positions in the source, which vitest prints on the console only, and with
 * errors outside of any test, which vitest leaves out.
 */
export default class extends JsonReporter {
  #unhandledErrors: readonly UnhandledError[] = []

  override onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly UnhandledError[] = [],
  ) {
    this.#unhandledErrors = unhandledErrors
    for (const module of modules) pointToSource(module)
    return super.onTestRunEnd(modules)
  }

  override writeReport(report: string) {
    const unhandledErrors = this.#unhandledErrors.map(
      ({ message, stack, VITEST_TEST_PATH, VITEST_TEST_NAME }) => {
        return { message, stack, VITEST_TEST_PATH, VITEST_TEST_NAME }
      },
    )
    return super.writeReport(JSON.stringify({ ...JSON.parse(report), unhandledErrors }))
  }
}

/**
 * Worker tests run in a bundle, so their `stack` has positions in the bundle. Vitest has computed
 * those in the source (`onStackTrace` of test-bundle.ts), but its JSON report leaves them out.
 */
function pointToSource({ children }: TestModule): void {
  for (const test of children.allTests('failed')) {
    for (const error of test.result().errors ?? []) {
      const places = error.stacks?.map(
        ({ method, file, line, column }) =>
          `    at ${method || '<anonymous>'} ${file}:${line}:${column}`,
      )
      if (places) error.stack = [`${error.name}: ${error.message}`, ...places].join('\n')
    }
  }
}
