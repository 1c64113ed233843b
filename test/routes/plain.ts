import { PASSWORD } from '#test/world.ts'
import { loginWithCode, tokenToRestore } from './fixtures.ts'
import type { RouteLine } from './route-line.ts'

/** Forms that browsers send without JavaScript. */
export const PLAIN_ROUTES: Record<string, RouteLine> = {
  'POST /login': {
    access: 'anyone',
    status: 303,
    trips: 2,
    rows: 40,
    written: 8,
    sent: ({ member }) => ({ form: { email: member.user?.email ?? '', password: PASSWORD } }),
  },
  'POST /login/code': {
    access: 'anyone',
    status: 303,
    trips: 2,
    rows: 39,
    written: 12,
    sent: async (people) => ({ form: await loginWithCode(people) }),
  },
  'POST /register': {
    access: 'anyone',
    status: 303,
    trips: 3,
    rows: 50,
    written: 26,
    sent: () => ({ form: { email: `${crypto.randomUUID()}@example.com`, password: PASSWORD } }),
  },
  'POST /restore': {
    access: 'anyone',
    status: 303,
    trips: 2,
    rows: 36,
    written: 9,
    sent: async (people) => ({ form: { restore_token: await tokenToRestore(people) } }),
  },
  'POST /welcome': {
    access: 'member',
    status: 303,
    trips: 2,
    written: 1,
    as: 'member',
    sent: ({ author }) => ({ form: { interest: author.tag } }),
  },
  'POST /logout': { access: 'anyone', status: 303, trips: 2, written: 1, as: 'member', sent: () => ({ form: {} }) },
  'POST /space/:uid': {
    access: 'member',
    status: 303,
    trips: 2,
    written: 12,
    as: 'member',
    sent: () => ({ form: {} }),
  },
  'GET /report/:kind/:id': {
    access: 'signedIn',
    trips: 2,
    as: 'reader',
    sent: ({ author }) => ({ path: `/report/post/${author.approved}` }),
  },
  'POST /report/:kind/:id': {
    access: 'member',
    status: 303,
    trips: 3,
    rows: 32,
    written: 13,
    as: 'reader',
    sent: ({ author }) => ({ path: `/report/post/${author.approved}?next=/posts`, form: { reason: 'spam', text: '' } }),
  },
  'POST /look': { access: 'anyone', status: 303, trips: 0, sent: () => ({ form: { lang: 'en' } }) },
  'GET /list-language': {
    access: 'public',
    status: 302,
    trips: 0,
    sent: () => ({ path: '/list-language?reads=zh&next=/posts' }),
  },
  'GET /look.css': { access: 'public', trips: 0 },
}
