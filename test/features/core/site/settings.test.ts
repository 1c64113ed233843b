import { Meter, openDb } from '#db/client.ts'
import { forgetSettings, settingIsOn } from '#features/core/site/settings.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { World } from '#test/world.ts'

const DEFAULTS = {
  'audit.enabled': false,
  'registration.enabled': true,
  'comments.enabled': true,
  'email.verification_required': false,
  'backups.enabled': true,
  'tags.create_level': 0,
  'views.public': false,
  'images.external': false,
  'app.enabled': true,
  'posts.ask_ai': false,
  'assistants.enabled': true,
  'registration.invite_only': false,
  'registration.challenge': false,
  'review.newcomers': false,
  'links.newcomers_limited': false,
}

test('the owner changes a setting and gets all settings back', async ({ owner }) => {
  expect((await owner.get('/api/admin/site-settings')).json).toEqual(DEFAULTS)
  const { status, json } = await owner.put('/api/admin/site-settings', {
    key: 'audit.enabled',
    value: true,
  })
  expect([status, json]).toEqual([200, { ...DEFAULTS, 'audit.enabled': true }])
  expect((await owner.get('/api/admin/site-settings')).json['audit.enabled']).toBe(true)
})

test.each([
  ['an unknown key', { key: 'mail.enabled', value: true }, 'key'],
  ['a key of Object.prototype', { key: 'constructor', value: true }, 'key'],
  ['a number as value', { key: 'audit.enabled', value: 1 }, 'value'],
])('a setting with %s is refused', async (_, input, field) => {
  const owner = await new World().member({ role: 'owner' })
  expect(await refusalOf(owner.put('/api/admin/site-settings', input))).toEqual([422, field])
})

test('settings are cached between requests', async ({ world }) => {
  const meter = new Meter()
  const db = openDb(world.env.DB, meter)
  forgetSettings()
  for (let n = 0; n < 10; n++) await settingIsOn(db, 'comments.enabled', world.now)
  expect(meter.roundTrips).toBe(1)
  world.wait(3000)
  await settingIsOn(db, 'comments.enabled', world.now)
  expect(meter.roundTrips).toBe(2)
})
