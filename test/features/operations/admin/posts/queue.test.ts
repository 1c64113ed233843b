import { freshName } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'

// Alone in its file: all tests of a file share one queue, and this test needs it empty.
test('the review page shows the oldest pending post by default, or the requested one', async ({
  world,
  admin,
}) => {
  const author = await world.user({ username: freshName() })
  const body = '<h2>A heading</h2><p>Some <strong>strong</strong> words &lt;script&gt;</p>'
  const first = await world.post({ author, status: 'pending', title: 'Came first', body })
  world.wait(1000)
  const second = await world.post({ author, status: 'pending', title: 'Came second' })
  const oldest = (await admin.get('/admin/posts')).text
  expect(oldest).toContain(`data-post="${first.id}"`)
  expect(oldest).toContain('<strong>strong</strong> words &lt;script&gt;')
  expect(oldest).toContain(`/admin/posts?id=${second.id}`)
  expect((await admin.get(`/admin/posts?id=${second.id}`)).text).toContain(
    `class="review stack" data-post="${second.id}"`,
  )
  await admin.post(`/api/admin/posts/${second.id}/approve`)
  const gone = (await admin.get(`/admin/posts?id=${second.id}`)).text
  // Showing another post instead is dangerous: the next key press would decide on that post.
  expect(gone).toContain(`#${second.id} is not in the queue`)
  expect(gone).not.toContain('class="review ')
  expect(gone).toContain(`href="/admin/posts?view=all&amp;q=${second.id}"`)
  await admin.post(`/api/admin/posts/${first.id}/approve`)
  expect((await admin.get('/admin/posts')).text).toContain('No posts to review')
})
