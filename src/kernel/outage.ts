import { AppError } from '#kernel/errors.ts'

/** Turns every error of a platform part into `unavailable`: an image that cannot be loaded now must not answer 404. */
export async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('unavailable', {}, { cause })
  }
}
