import { test } from 'vitest'
import { RAW_BODY_MAX } from '#kernel/post-limits.ts'
import { expectConverted, PIECES } from './hostile-markdown.ts'

test.each(PIECES)('the longest text of %j is converted', (piece) => expectConverted(piece, RAW_BODY_MAX))
