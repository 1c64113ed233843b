import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { BUILT_DOCUMENT } from '../../../scripts/api-client/index.ts'
import type { OpenApiDocument } from '../../../src/web/openapi/document.ts'
import { apiChanges, CHANGES } from '../../../tools/api.ts'
import { builtApiClient } from '../support/built.ts'

// Not `openApiOfApp`, which bundles the app: 1.3 s of CPU time.
await builtApiClient()
const document: OpenApiDocument = JSON.parse(await readFile(BUILT_DOCUMENT, 'utf8'))

/** Rules that Redocly has but does not recommend. */
const RULES = {
  'info-contact': 'error',
  'no-duplicated-tag-names': 'error',
  'no-invalid-media-type-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-unused-components': 'error',
  'operation-description': 'error',
  'operation-tag-defined': 'error',
} as const

// Loading the linter takes longer than all other tests of this file.
test.runIf(isLong)(
  'the OpenAPI document follows the recommended rules of Redocly and some more',
  LONG,
  async () => {
    const { createConfig, lintFromString } = await import('@redocly/openapi-core')
    const config = await createConfig({ extends: ['recommended'], rules: RULES })
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    expect(
      problems.map(({ ruleId, message, location: [at] }) => [ruleId, message, at?.pointer]),
    ).toEqual([])
  },
)

test('every array of the OpenAPI document has items, and every enum has distinct values', () => {
  const wrong: unknown[] = []
  JSON.stringify(document, (_, part) => {
    const hasItems =
      part?.type !== 'array' || part.items !== undefined || part.prefixItems !== undefined
    if (!hasItems || (Array.isArray(part?.enum) && new Set(part.enum).size < part.enum.length))
      wrong.push(part)
    return part
  })
  expect(wrong).toEqual([])
})

test('every operation has a unique name that starts with a verb, and a description', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const names = operations.map(({ operationId = '' }) => operationId)
  expect(names.filter((name) => !/^[a-z]+(?:[A-Z][A-Za-z]*)*$/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(
    expect.arrayContaining(['listPosts', 'getPost', 'likePost', 'createStudioPost', 'followUser']),
  )
  expect(
    operations.filter(({ description = '' }) => !/ Needs | No login needed\.$/.test(description)),
  ).toEqual([])
})

test('docs/api-changes.md is up to date (`npm run schema` writes it)', async () => {
  expect(await readFile(CHANGES, 'utf8')).toBe(await apiChanges(document))
})

test('every tag of the OpenAPI document is described', () => {
  const { tags } = document as unknown as { tags: { name: string; description: string }[] }
  expect(tags.filter(({ name, description }) => description === name)).toEqual([])
})

test('the OpenAPI document describes the refused token of the CSRF route, the export and the fields of authenticators', () => {
  const { paths, components } = document
  expect(paths['/api/auth/csrf']?.get?.responses?.['403']?.description).toContain('`forbidden`')
  expect(paths['/api/settings/export']?.get?.responses?.['200']?.content).toMatchObject({
    'application/json': { schema: { $ref: '#/components/schemas/Export' } },
  })
  expect(components?.schemas?.Export?.properties).toMatchObject({
    posts: { type: 'array' },
    account: { type: 'array' },
  })
  for (const name of ['PasskeyRegistration', 'PasskeyAssertion']) {
    const { additionalProperties, properties } = components?.schemas?.[name] ?? {}
    expect([additionalProperties, properties?.response?.additionalProperties]).toEqual([true, true])
  }
})
