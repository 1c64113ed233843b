import { expect, refusal, test } from '#test/test.ts'
import { WRITTEN } from './authors.ts'

const INVISIBLE = '\u200b\u200d\u2060'

test('titles, tags and names of invisible characters are refused', async ({ writer }) => {
  const sent = [
    ['/api/studio/posts', { ...WRITTEN, title: INVISIBLE }],
    ['/api/studio/posts', { ...WRITTEN, tags: [INVISIBLE] }],
    ['/api/studio/posts', { ...WRITTEN, body: `<p>${INVISIBLE}</p>` }],
    ['/api/folders', { name: INVISIBLE }],
    ['/api/settings/tokens', { name: INVISIBLE, scope: 'read' }],
  ] as const
  for (const [path, json] of sent) {
    expect([path, ...refusal(await writer.post(path, json))]).toEqual([path, 422, 'validation_failed'])
  }
})

test('bidi controls are removed from titles, summaries, tags and names', async ({ writer }) => {
  const reversed = '\u202eabc\u202c'
  const { json } = await writer.post('/api/studio/posts', {
    ...WRITTEN,
    title: reversed,
    summary: reversed,
    tags: [reversed, 'abc'],
  })
  expect(json).toMatchObject({ title: 'abc', summary: 'abc', tags: ['abc'] })
  expect((await writer.post('/api/folders', { name: `${reversed}\u2066` })).json.name).toBe('abc')
  expect((await writer.put('/api/settings/profile', { signature: reversed })).json.user.signature).toBe('abc')
  const path = `/api/settings/sessions/${writer.sid}/remark`
  await writer.put(path, { remark: reversed })
  expect((await writer.get('/api/settings/sessions')).json.items[0].remark).toBe('abc')
})
