import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { openApiOfApp } from '../../../scripts/api-client/document.ts'

test('the OpenAPI document has no problem by the recommended rules of Spectral', async () => {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset(rulesets.oas as RulesetDefinition)
  const problems = await spectral.run({ ...(await openApiOfApp()) })
  expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([])
})
