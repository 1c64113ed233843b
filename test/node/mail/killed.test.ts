import { test } from 'vitest'
import { expectNoLostMail } from './killed.ts'

test('a site killed while sending loses no mail, and sends no mail again whose response it recorded', () =>
  expectNoLostMail(1))
