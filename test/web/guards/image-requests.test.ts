import { expect, test } from '#test/test.ts'

const asPicture = { headers: { 'sec-fetch-dest': 'image' } }

test('an <img> request gets images only, for every viewer and spelling of the URL', async ({ member }) => {
  for (const path of ['/api/settings/export', '/api/messages/unread', '/settings', '/'])
    expect((await member.get(path, asPicture)).status).toBe(404)
  expect((await member.get('/api/settings/export')).status).toBe(200)
})
