import { expect, test } from 'vitest'
import { fileInForm } from '#web/uploads/form-file.ts'

const words = (text: string) => new Uint8Array(new TextEncoder().encode(text))
const read = (body: string, type = 'multipart/form-data; boundary=x') => {
  const file = fileInForm(words(body), type, 'file')
  return file && new TextDecoder().decode(file)
}
const part = (headers: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${content}\r\n`
const FILE = part('name="file"; filename="a.png"', 'the file')

test.each([
  '',
  '\r\n',
  '\r\n\r\n',
  '--',
  '\r\n--',
  'one\r\n--two\r\n\r\nthree',
  '--almost a boundary',
  '\r\r\n\n',
])('the file of a form %j is read unchanged', async (content) => {
  const form = new FormData()
  form.set('other', 'field')
  form.set('file', new File([content], '“name”; name=x.png', { type: 'image/png' }))
  form.set('last', 'field')
  const sent = new Response(form)
  const body = new Uint8Array(await sent.arrayBuffer())
  const file = fileInForm(body, sent.headers.get('content-type') ?? '', 'file')
  expect(new TextDecoder().decode(file ?? words('none'))).toBe(content)
  expect(file?.buffer).toBe(body.buffer)
})
test('the file of a form may follow a preamble and have a quoted boundary and extra headers', () => {
  expect(read(`hello\r\n${FILE}--x--`)).toBe('the file')
  expect(read(`${FILE}--x--`, 'multipart/form-data; boundary="x"; charset=utf-8')).toBe('the file')
  const headers = 'Content-Type: image/png\r\ncontent-disposition: form-data; filename=a; name=file'
  expect(read(`--x\r\n${headers}\r\n\r\nthe file\r\n--x--`)).toBe('the file')
})

test('the file of a form is null if no part of that name is a file', () => {
  for (const body of [
    '--x--',
    `${part('name="file"', 'text')}--x--`,
    `${part('name="files"; filename="a"', '')}--x--`,
  ])
    expect(read(body)).toBeNull()
})

test.each([
  ['nothing', ''],
  ['no boundary', 'garbage'],
  ['no end', FILE],
  ['no end of its headers', '--x\r\nContent-Disposition: form-data; name="file"'],
  ['headers without end', `--x\r\nX: ${'y'.repeat(5_000)}\r\n\r\nfile\r\n--x--`],
  ['parts without number', `${part('name="a"', 'b').repeat(1_000)}${FILE}--x--`],
])('the file of a form is refused in a form with %s', (_, body) => {
  expect(() => read(body)).toThrow('bad_request')
})

test('the file of a form is refused without a valid boundary', () => {
  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
  ])
    expect(() => read(FILE, type)).toThrow('bad_request')
})
