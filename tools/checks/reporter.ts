import { JsonReporter, type TestModule } from 'vitest/node'
import type { UnhandledError } from './report.ts'

/** vitest's JSON report, plus the errors outside of any test, which vitest leaves out. */
export default class extends JsonReporter {
  #unhandledErrors: readonly UnhandledError[] = []

  override onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly UnhandledError[] = [],
  ) {
    this.#unhandledErrors = unhandledErrors
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
