import { expect, test } from 'vitest'
import { plainForm, World } from '#test/world.ts'

test('without JavaScript, a refused login or registration shows the error in the form and keeps the e-mail', async () => {
  const world = new World()
  const email = `${crypto.randomUUID()}@example.com`
  const login = await world.visitor().send('POST', '/login', plainForm({ email, password: 'not this one' }))
  expect(login.status).toBe(401)
  expect(login.text).toMatch(/<form [^>]*id="login"[\s\S]*class="notice danger"/)
  expect(login.text).toContain(`value="${email}"`)
  const register = await world.visitor().send('POST', '/register', plainForm({ email, password: '12345678' }))
  expect(register.status).toBe(422)
  expect(register.text).toMatch(/id="password-error"(?![^>]*hidden)[^>]*>[^<]*easy to guess/)
  expect(register.text).toContain(`value="${email}"`)
})
