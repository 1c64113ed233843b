import { RENAME_COST } from '#features/accounts/profiles/review.ts'
import { COMMENT_IMAGE_LEVEL } from '#features/community/comments/comment.ts'
import {
  ENERGIZE_CAP,
  ENERGIZE_COST,
  EXP_PER_ENERGY,
} from '#features/community/energize/energize.ts'
import { CHECK_IN_ENERGY, CHECK_IN_EXP, LEVEL_FLOORS } from '#features/core/people/level.ts'
import { SEARCH_LEVEL } from '#features/core/people/search.ts'
import { ACTIVITY_MAX } from '#features/core/storage/quotas.ts'
import { ENERGIZE_EXP_CAP } from '#features/economy/energy/account.ts'
import { TASK_EXP } from '#features/economy/levels/tasks.ts'
import { TOPIC_NAMES, TOPICS } from '#features/pages/help/topic-names.ts'
import { DELETE_POST_COST } from '#features/publishing/posts/bin.ts'
import type { Language } from '#kernel/i18n.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'

const { light, heavy } = ENERGIZE_COST

test.each(['zh-CN', 'en'] as const)(
  'the tables of the help page contain exactly the numbers of the rules (%s)',
  async (language) => {
    const [levels = [], exp = [], energy = []] = await tablesOf(language)
    expect(levels.map((cells) => cells.slice(0, 3).flatMap(numbersIn))).toEqual(
      LEVEL_FLOORS.map((floor, level) => [level, floor, ACTIVITY_MAX[level]?.comments_of_day]),
    )
    expect(exp.map(numbersIn)).toEqual([
      [CHECK_IN_EXP],
      [TASK_EXP],
      [ENERGIZE_EXP_CAP, EXP_PER_ENERGY],
    ])
    expect(energy.map(numbersIn)).toEqual([
      [CHECK_IN_ENERGY],
      [light, heavy],
      [ENERGIZE_CAP, -light, -heavy],
      [-RENAME_COST],
      [-DELETE_POST_COST],
    ])
    expect(levels[SEARCH_LEVEL]?.[3]).toContain('@')
    expect(levels[COMMENT_IMAGE_LEVEL]?.[3]).toMatch(/图片|images/)
  },
)

/** The tables of the page as rows of cells. */
async function tablesOf(language: Language): Promise<string[][][]> {
  const browser = new World().visitor()
  browser.cookies.set('lang', language)
  const { text } = await browser.get('/help')
  return [...text.matchAll(/<tbody>(.*?)<\/tbody>/gs)].map(([, body = '']) =>
    [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      row.split('</td>').map((cell) => cell.replace(/<[^>]*>|&#\d+;/g, '')),
    ),
  )
}

function numbersIn(cells: string | string[]): number[] {
  const text = [cells].flat().join(' ')
  return (text.match(/[+−]?\d+/g) ?? []).map((number) => Number(number.replace('−', '-')))
}

test('a level that unlocks only a badge is listed, but is not the next goal', async ({ world }) => {
  const [levels = []] = await tablesOf('en')
  expect(levels[5]?.[3]).toMatch(/^New badge/)
  for (const [level, goal] of [
    [1, 'Lv2: '],
    [2, 'Lv3: '],
    [4, 'Lv6: '],
  ] as const) {
    const { text } = await (await world.member({ level })).get('/posts')
    expect([level, /exp to (Lv\d: )/.exec(text)?.[1]]).toEqual([level, goal])
  }
})

test.each(['zh-CN', 'en'] as const)(
  'each help topic has a short page that is linked from /help and from the page it is about (%s)',
  async (language) => {
    const world = new World()
    const visitor = world.visitor()
    const member = await world.member({ level: 1 })
    for (const { cookies } of [visitor, member]) cookies.set('lang', language)
    const { text: index } = await visitor.get('/help')
    for (const topic of TOPIC_NAMES) {
      expect(index).toContain(`href="/help/${topic}"`)
      const { status, text } = await visitor.get(`/help/${topic}`)
      expect([topic, status]).toEqual([topic, 200])
      const words = text
        .slice(text.indexOf('<main'), text.indexOf('</main>'))
        .replace(/<[^>]*>/g, ' ')
      expect(words.length, topic).toBeLessThan(3000)
      expect(text).toContain(`href="${TOPICS[topic].path}"`)
    }
    expect((await visitor.get('/help/nothing')).status).toBe(404)

    const author = await world.member({ level: 1 })
    const reported = await author.post('/api/studio/posts', {
      title: 'A post',
      body: '<p>Words.</p>',
    })
    await world.setting('audit.enabled', true)
    const links = {
      '/studio/write': ['writing', 'review'],
      '/studio/import': ['import'],
      '/settings?tab=tokens': ['mcp'],
      '/settings?tab=notifications': ['push'],
      '/studio/series': ['series'],
      '/history': ['offline'],
    }
    const more = {
      '/settings?tab=account': ['export'],
      [`/report/post/${reported.json.id}`]: ['reports'],
    }
    for (const [path, topics] of Object.entries({ ...links, ...more })) {
      const { text } = await member.get(path)
      for (const topic of topics) expect(text, path).toContain(`href="/help/${topic}"`)
    }
  },
)

test('the search of the help finds the parts of topics with all words, in the language of the page', async ({
  world,
}) => {
  const visitor = world.visitor()
  visitor.cookies.set('lang', 'en')
  const linksFor = async (query: string) => {
    const { text } = await visitor.get(`/help?q=${encodeURIComponent(query)}`)
    const list = /<ul class="help-found.*?<\/ul>/s.exec(text)?.[0] ?? ''
    return [...list.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  }
  expect(await linksFor('QUIET zone')).toEqual(['/help/push#quiet'])
  expect(await linksFor('letters unsubscribing')).toEqual(['/help/letters#stop'])
  expect(await linksFor('no such words here')).toEqual([])
  const { text } = await visitor.get('/help?q=%3Cb%3E%22')
  expect(text).toContain('value="&lt;b&gt;&quot;"')
  visitor.cookies.set('lang', 'zh-CN')
  expect(await linksFor('免打扰 汇总')).toEqual(['/help/push#quiet'])
})
