import { logIn } from '../../scripts/site/demo.ts'

/** The longest post of the demo, with code. */
const POST = '/posts/42'
const COMMENTS = 40
const SPEAKERS = ['zhou', 'lin', 'admin']

interface PostFacts {
  author: { uid: number }
  comments_count: number
}

/** The pages for Lighthouse, by description. */
export async function pagesOf(site: string): Promise<Record<string, string>> {
  const post = (await (await fetch(`${site}/api${POST}`)).json()) as PostFacts
  await talk(site, post)
  return {
    home: '/',
    list: '/posts',
    [`long post with code and ${COMMENTS} comments`]: POST,
    space: `/space/${post.author.uid}`,
    login: '/login',
  }
}

/** Adds comments to the post of the demo until it has the number in the name of the page. */
async function talk(site: string, { comments_count }: PostFacts): Promise<void> {
  const tokens = await Promise.all(SPEAKERS.map((who) => logIn(site, who)))
  for (let n = comments_count; n < COMMENTS; n++) {
    const { access_token } = tokens[n % tokens.length] ?? {}
    const response = await fetch(`${site}/api${POST}/comments`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ body: `${WORDS.slice(0, 40 + ((n * 37) % WORDS.length))} (${n})` }),
    })
    if (!response.ok) throw new Error(`could not add a comment: ${response.status} ${await response.text()}`)
  }
}

const WORDS = `I measured it again after reading this, on an old phone and on a slow line, and it holds. What surprised me is how
much of the time went into things that nobody looks at. 数字会说话，但先要问对问题。 Thank you for writing it down.`
