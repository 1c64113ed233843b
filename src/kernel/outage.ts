import { AppError } from '#kernel/errors.ts'

/** For a part whose every failure is an outage: an image that cannot be had right now is not an image that does not exist. */
export async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('unavailable', {}, { cause })
  }
}
