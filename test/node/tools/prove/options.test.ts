import { expect, test, vi } from 'vitest'
import { prove } from '../../../../tools/prove/index.ts'
import { optionsIn } from '../../../../tools/prove/options.ts'

const OPTIONS = {
  runs: { means: 'how many', default: 100 },
  url: { means: 'where', default: '' },
  keep: { means: 'whether the data stays', default: false },
}

test('omitted options have their defaults', () => {
  expect(optionsIn('some', OPTIONS, [])).toEqual({ runs: 100, url: '', keep: false })
  expect(optionsIn('some', OPTIONS, ['--runs', '7', '--keep', '--url=x'])).toEqual({ runs: 7, url: 'x', keep: true })
})

test.each([
  [['--runs', 'many'], '--runs takes a whole number, not "many"'],
  [['--runs', '-1'], '--runs'],
  [['--rnus', '7'], `Unknown option '--rnus'; "npm run prove -- some --help" lists the options`],
  [['7'], "Unexpected argument '7'"],
])('%j is refused in one line', (args, reason) => {
  const read = () => optionsIn('some', OPTIONS, args)
  expect(read).toThrow(reason)
  expect(read).toThrow(/^[^\n]*$/)
})

test('an unknown proof is refused, and the help lists all proofs', async () => {
  await expect(prove(['modle'])).rejects.toThrow('unknown proof "modle"')
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  await prove(['--help'])
  expect(print.mock.lastCall?.[0]).toContain('npm run prove -- model\n')
  print.mockRestore()
})
