import { computeOf } from '#compute/client.ts'
import type { Bindings } from '#env'
import type { MakeWords } from '#features/publishing/search/queue.ts'
import { AppError } from '#kernel/errors.ts'
import { wordsOf } from '#kernel/search/words.ts'

/** The words of a shorter body take less time than a call of the compute Worker. */
const INLINE_MAX = 4_000

/** Makes the words of long posts in the compute Worker. */
export function makeWordsFor(env: Bindings): MakeWords {
  const compute = computeOf(env, { who: () => 'search' })
  return async (source) => {
    if (source.body.length <= INLINE_MAX) return wordsOf(source)
    try {
      return await compute.run('tokens', source)
    } catch (error) {
      if (error instanceof AppError && error.code === 'too_complex') return null
      throw error
    }
  }
}
