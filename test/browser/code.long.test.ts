import { test } from 'vitest'
import { block, expectSlowCodeIsSkipped, read, SLOW } from './support/code.ts'
import { author } from './support/writing.ts'

// The other grammars with quadratic time on a prepared line; code.test.ts has Java.
test.each(['ini', 'typescript', 'csharp', 'cpp', 'graphql'])(
  'a %s line that takes a minute to highlight does not slow the page down and stays readable',
  async (language) => {
    const body = block(language, SLOW) + block('sql', 'SELECT 1') + block(language, `${SLOW} `)
    await expectSlowCodeIsSkipped(await read(await author(), body))
  },
)
