import { expect, test } from 'vitest'
import { World } from '#test/world.ts'
import { author, refusal, WRITTEN } from './authors.ts'

const INVISIBLE = '\u200b\u200d\u2060'

test('titles, tags and names of invisible characters are refused', async () => {
  const browser = await author(new World())
  const sent = [
    ['/api/studio/posts', { ...WRITTEN, title: INVISIBLE }],
    ['/api/studio/posts', { ...WRITTEN, tags: [INVISIBLE] }],
    ['/api/studio/posts', { ...WRITTEN, body: `<p>${INVISIBLE}</p>` }],
    ['/api/folders', { name: INVISIBLE }],
    ['/api/settings/tokens', { name: INVISIBLE, scope: 'read' }],
  ] as const
  for (const [path, json] of sent) {
    expect([path, ...refusal(await browser.post(path, json))]).toEqual([path, 422, 'validation_failed'])
  }
})

test('bidi controls are removed from titles, summaries, tags and names', async () => {
  const browser = await author(new World())
  const reversed = '\u202eabc\u202c'
  const { json } = await browser.post('/api/studio/posts', {
    ...WRITTEN,
    title: reversed,
    summary: reversed,
    tags: [reversed, 'abc'],
  })
  expect(json).toMatchObject({ title: 'abc', summary: 'abc', tags: ['abc'] })
  expect((await browser.post('/api/folders', { name: `${reversed}\u2066` })).json.name).toBe('abc')
  expect((await browser.put('/api/settings/profile', { signature: reversed })).json.user.signature).toBe('abc')
  const path = `/api/settings/sessions/${browser.sid}/remark`
  await browser.put(path, { remark: reversed })
  expect((await browser.get('/api/settings/sessions')).json.items[0].remark).toBe('abc')
})
