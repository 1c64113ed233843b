import { expect, test } from '#test/test.ts'

const CARD =
  '<p><a href="https://youtu.be/dQw4w9WgXcQ" data-embed="youtube">https://youtu.be/dQw4w9WgXcQ</a></p>'
const policyOf = ({ headers }: { headers: Headers }) => headers.get('content-security-policy') ?? ''

test('only the page of a post with an embed allows frames, also in a 304 response', async ({
  writer,
  visitor,
  member,
}) => {
  const publish = async (body: string) =>
    (await writer.post('/api/studio/posts', { title: 'A', body })).json.id
  const [withCard, plain] = [await publish(CARD), await publish('<p>text</p>')]
  for (const reader of [visitor, member, writer]) {
    expect(policyOf(await reader.get(`/posts/${withCard}`))).toContain(
      'frame-src https://www.youtube-nocookie.com ',
    )
    for (const path of [`/posts/${plain}`, '/', '/posts'])
      expect(policyOf(await reader.get(path))).not.toContain('frame-src')
  }
  const etag = (await visitor.get(`/posts/${withCard}`)).headers.get('etag') ?? ''
  const unchanged = await visitor.get(`/posts/${withCard}`, { headers: { 'if-none-match': etag } })
  expect([unchanged.status, policyOf(unchanged).includes('frame-src')]).toEqual([304, true])
  expect(policyOf(await writer.get(`/studio/preview/${withCard}`))).toContain('frame-src')
})
