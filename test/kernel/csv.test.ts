import { expect, test } from 'vitest'
import { csvLine, csvRows } from '#kernel/formats/csv.ts'

test('csvRows() separates cells at commas, and rows at LF or CRLF', () => {
  expect(csvRows('a,b\nc,d\r\ne,f')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
  ])
})

test('csvRows() ignores a line end at the end of the file and a byte order mark', () => {
  for (const text of ['a,b', 'a,b\n', 'a,b\r\n', '\ufeffa,b\r\n'])
    expect(csvRows(text)).toEqual([['a', 'b']])
  expect(csvRows('')).toEqual([])
  expect(csvRows('\ufeff')).toEqual([])
})

test('csvRows() keeps empty cells and empty lines', () => {
  expect(csvRows('a,,b,\n\n,\n')).toEqual([['a', '', 'b', ''], [''], ['', '']])
  expect(csvRows('a,')).toEqual([['a', '']])
})

test('csvRows() reads commas, line ends and doubled quotes in quoted cells', () => {
  expect(csvRows('"a,b","c\r\nd","say ""hi"""\r\n"",x')).toEqual([
    ['a,b', 'c\r\nd', 'say "hi"'],
    ['', 'x'],
  ])
})

test('csvRows() keeps quotes at the wrong place as text', () => {
  expect(csvRows('a "b",c\n"d" e,f')).toEqual([
    ['a "b"', 'c'],
    ['d e', 'f'],
  ])
  expect(csvRows('a,"b\nc,d')).toEqual([['a', 'b\nc,d']])
})

test('csvRows() reads a lone CR as text', () => {
  expect(csvRows('a\rb,c')).toEqual([['a\rb', 'c']])
})

test('csvRows() reads the lines that csvLine() has written, formulas included', () => {
  const rows = [
    ['=1+1', '+2', '-3', '@x', '\ty', '\rz'],
    ["'=1", "''+2", "'plain", "'", '', '"', '\'"'],
    ['/中文/路径', 'a,b', 'a\r\nb', ' a '],
  ]
  expect(csvRows(rows.map(csvLine).join(''))).toEqual(rows)
  expect(csvLine(['=1+1', "'=1"])).toBe("'=1+1,''=1\r\n")
})

test('csvRows() reads 256 KB of quotes, commas or line ends in linear time', () => {
  const size = 1 << 18
  expect(csvRows('"'.repeat(size))[0]?.[0]?.length).toBe(size / 2 - 1)
  expect(csvRows(','.repeat(size))[0]?.length).toBe(size + 1)
  expect(csvRows('\n'.repeat(size)).length).toBe(size)
  expect(csvRows('"a"'.repeat(size / 4)).length).toBe(1)
})
