import { Failure } from '../bootstrap/failure.mjs'
import { BUNDLE, CODE_CHECKS, CODE_FOR_BROWSERS, TRUST } from './code.ts'
import { runSteps } from './steps.ts'

/** `npm run build`: everything that a deployment does before the upload. */
export async function build(): Promise<void> {
  const failed = await runSteps([
    ...CODE_FOR_BROWSERS,
    { beside: [...CODE_CHECKS, BUNDLE].map((step) => [step]) },
    TRUST,
  ])
  if (failed.length > 0) throw new Failure(`the build failed: ${failed.join(', ')}`)
}
