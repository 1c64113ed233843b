import { computeOf, INLINE_MAX } from '#compute/client.ts'
import type { Bindings } from '#env'
import type { MakeWords } from '#features/publishing/search/queue.ts'
import { AppError } from '#kernel/errors.ts'
import { wordsOf } from '#kernel/search/words.ts'

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
