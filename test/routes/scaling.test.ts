import { expect, test } from 'vitest'
import scaling from '../../docs/scaling.md?raw'
import { ROUTES } from './table.ts'

const COMMANDS = {
  like: 'POST /api/posts/:id/like',
  comment: 'POST /api/posts/:id/comments',
  'comment like': 'POST /api/comments/:id/like',
  energize: 'POST /api/energy/energize',
  'new post': 'POST /api/studio/posts',
}

test.each(Object.entries(COMMANDS))('docs/scaling.md names every row that a %s writes', (command, route) => {
  const written = ROUTES[route]?.written
  expect(Number(new RegExp(`^\\| ${command} \\| [\\d–]+ \\| (\\d+) \\|`, 'm').exec(scaling)?.[1])).toBe(written)
  const part = scaling.split(/^### /m).find((it) => it.toLowerCase().startsWith(`${command}\n`)) ?? ''
  const rows = [...part.matchAll(/^\| (\d+) \|/gm)].map(([, count]) => Number(count))
  expect(rows.reduce((sum, count) => sum + count, 0)).toBe(written)
})
