import { Failure } from '../bootstrap/failure.mjs'
import { CODE_CHECKS } from './code.ts'
import { runSteps } from './steps.ts'

/** `npm run build`: everything up to the upload. */
export async function build(): Promise<void> {
  const failed = await runSteps(CODE_CHECKS)
  if (failed.length > 0) throw new Failure(`the build failed: ${failed.join(', ')}`)
}
