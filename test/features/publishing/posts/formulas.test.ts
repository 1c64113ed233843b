import { sql } from 'drizzle-orm'
import { formulasIn } from '#kernel/formulas/formulas.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { exportedFiles } from '../../pages/exports/all-steps.ts'
import { WRITTEN } from './authors.ts'

const create = '/api/studio/posts'
const BODY =
  '<p>Energy is <span data-tex="E=mc^2"></span> and <span data-tex="\\nonsense"></span>.</p><div data-tex="\\frac{1}{2}"></div>'

test('a formula is TeX in the API, a summary shows it only without TeX commands, and the returned text is not an edit', async ({
  writer,
}) => {
  const { status, json } = await writer.post(create, { ...WRITTEN, body: BODY })
  expect(status).toBe(201)
  expect(formulasIn(json.body)).toEqual([
    { tex: 'E=mc^2', isBlock: false },
    { tex: '\\nonsense', isBlock: false },
    { tex: '\\frac{1}{2}', isBlock: true },
  ])
  expect(json.summary).toBe('Energy is E=mc^2 and ….')
  const again = await writer.put(`${create}/${json.id}`, { body: json.body })
  expect(again.json.version).toBe(json.version)
})

test('a formula is MathML on pages and source in feeds', async ({ writer, visitor }) => {
  const { json } = await writer.post(create, { ...WRITTEN, body: BODY })
  for (const reader of [visitor, writer]) {
    const { text } = await reader.get(`/posts/${json.id}`)
    expect(text).toContain('<span class="formula"><math><mrow><mi>E</mi>')
    expect(text).toContain('<div class="formula" tabindex="0"><math display="block"')
    expect(text).toContain('<span class="formula"><code>\\nonsense</code></span>')
    expect(text).toMatch(/<link rel="stylesheet" href="\/build\/formulas-/)
  }
  expect((await visitor.get('/feed.xml')).text).toContain('&lt;code&gt;E=mc^2&lt;/code&gt;')
})

test('an edit replaces the formulas of a page, and without formulas the page loads no style sheet for them', async ({
  world,
  writer,
  visitor,
}) => {
  const { json } = await writer.post(create, { ...WRITTEN, body: BODY })
  await writer.put(`${create}/${json.id}`, { body: '<p><span data-tex="a+b"></span></p>' })
  expect((await visitor.get(`/posts/${json.id}`)).text).toContain('<mi>a</mi><mo>+</mo><mi>b</mi>')
  await writer.put(`${create}/${json.id}`, { body: '<p>none</p>' })
  expect(await world.db.first(sql`SELECT formulas FROM posts WHERE id = ${json.id}`)).toEqual({
    formulas: null,
  })
  expect((await visitor.get(`/posts/${json.id}`)).text).not.toContain('/build/formulas-')
})

test.each([
  [
    'a formula above 2,000 characters',
    `<span data-tex="${'x'.repeat(2_001)}"></span>`,
    `This formula is too long: ${'x'.repeat(40)}…`,
  ],
  [
    '100,000 braces',
    `<span data-tex="${'{'.repeat(100_000)}"></span>`,
    `This formula is too long: ${'{'.repeat(40)}…`,
  ],
  ['more than 200 formulas', '<span data-tex="x"></span>'.repeat(201), 'Use at most 200 formulas.'],
  [
    'more than 12,000 characters of TeX',
    `<span data-tex="${'x'.repeat(1_900)}"></span>`.repeat(7),
    'Use at most 12000 characters in all formulas together.',
  ],
])('a post with %s is refused', async (_, body, problem) => {
  const writer = await new World().member({ level: 2 })
  const { status, json } = await writer.post(create, { ...WRITTEN, body })
  expect([status, json.error.fields]).toEqual([422, { body: problem }])
})

test('an export has formulas as `$…$` in Markdown and as source in HTML', async ({
  world,
  writer,
}) => {
  const { json } = await writer.post(create, { ...WRITTEN, body: BODY })
  const files = await exportedFiles(world, writer.user.uid, 'zip')
  const markdown = files.names.find((name) => name.endsWith('.md')) ?? ''
  expect(await files.text(markdown)).toContain(
    'Energy is $E=mc^2$ and $\\nonsense$.\n\n$$\n\\frac{1}{2}\n$$',
  )
  expect(await files.text(`posts/${json.id}.html`)).toContain('<code>E=mc^2</code>')
})
