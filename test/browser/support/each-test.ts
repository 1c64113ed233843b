import { beforeEach, inject, onTestFinished } from 'vitest'
import { WHAT_TO_DO } from '../../../tools/checks/browser/index.ts'
import { closeBrowsers, openBrowsers } from './browser.ts'
import { beginEvidence, leaveEvidence } from './evidence.ts'

// One hook does everything, because if an `afterEach` fails, the others do not run.
beforeEach(({ task }) => {
  if (!inject('chromium')) throw new Error(WHAT_TO_DO)
  beginEvidence()
  onTestFinished(async () => {
    const hasFailed = task.result?.state === 'fail'
    if (hasFailed) await leaveEvidence(task, openBrowsers())
    await closeBrowsers(hasFailed)
  })
})
