import type { Page } from 'playwright-core'
import type { Office } from '../support/office.ts'
import type { Group } from './open-states.ts'

/** Runs after `adminArea`, which turns reviews on and leaves a post and a profile in review. */
export async function statesOfAdmins(office: Office): Promise<Group[]> {
  const { author, other, owner, reviewer } = office
  const [id] = await office.submitted('Reasons matter')
  const tagged = { title: 'A tagged post', body: '<p>Words.</p>', tags: ['reading'] }
  const { id: taggedId } = await office.ask(author, 'POST', '/api/studio/posts', tagged)
  await office.ask(author, 'POST', `/api/studio/posts/${taggedId}/submit`)
  await office.ask(reviewer, 'POST', `/api/admin/posts/${taggedId}/approve`)
  return [
    {
      who: reviewer,
      path: `/admin/posts?id=${id}`,
      states: [['rejection without a reason', reject, 'dialog[open] [data-error-for="reason"]:not([hidden])']],
    },
    {
      who: reviewer,
      path: `/admin/users/${author.uid}`,
      states: [
        ['a ban', (page) => page.click('[data-opens="status-dialog"]'), '#status-dialog[open]'],
        ['a ban that hides all content', (page) => page.click('[data-opens="hide-dialog"]'), '#hide-dialog[open]'],
      ],
    },
    {
      who: owner,
      path: '/tags/reading',
      states: [['description of a tag', (page) => page.click('.tag-edit summary'), '#tag-description']],
    },
    { who: author, path: '/settings', states: [['a profile in review', async () => {}, 'main dl.facts']] },
    { who: other, path: '/settings', states: [['a profile where reviews are on', async () => {}, '.profile-form']] },
  ]
}

async function reject(page: Page): Promise<void> {
  await page.click('[data-opens="reject-dialog"]')
  await page.click('dialog[open] [type="submit"]')
}
