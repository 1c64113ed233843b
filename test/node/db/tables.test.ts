import { expect, test } from 'vitest'
import { tableTypes } from '../../../scripts/build/generated.ts'

test('the types of rows have the columns, the null values and the checked values of the migrations', () => {
  const users = tableTypes().split('\n  users: {\n')[1]?.split('\n  }')[0]?.trim().split(/\n */)
  expect(users).toEqual(
    expect.arrayContaining(['uid: number', 'email: string | null', "role: 'user' | 'admin' | 'owner'"]),
  )
  expect(tableTypes()).toContain("    like: 'off' | 'at_once' | 'digest'\n")
})
