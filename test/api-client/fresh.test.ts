import { expect, test } from 'vitest'
import { World } from '#test/world.ts'
import type { OpenApiDocument } from '#web/openapi/document.ts'
import { openApiDocument } from '#web/openapi/openapi.ts'
import built from '../../api-client/api.ts?raw'
import { typesOf } from '../../scripts/api-client/types.ts'

test('the types of the built client match the routes', () => {
  const { app } = new World()
  expect(built).toBe(typesOf(openApiDocument(app) as unknown as OpenApiDocument))
})
