import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { formatCurl, quoteWord } from '../../src/request-log/curl.ts'

/** Returns the words that a shell reads, without the command itself. */
function readWords(command: string): readonly string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

const request = {
  method: 'GET',
  url: 'http://127.0.0.1:4747/de/cal/events/v1/events',
  world: 'default',
  requestHeaders: {},
  lacksBody: false,
}

const texts = [
  '',
  "it's",
  'a "b" `id` $(id) $HOME \\ !x',
  'a\nb\tc',
  '; touch /tmp/x #',
  '-rf',
  '@/etc/passwd',
  'नमस्ते 你好 مرحبا',
  "'''",
  "\x01it's\x7f \\ !x",
  'x\x03y\x1b[201~\r; id\n',
  '\x9b2J\u202egnp.\u2028z',
]

test.each(texts)('a pasted %j sends no key to the terminal', (text) => {
  // Ctrl-C, Enter, escape sequences, and marks that hide or reorder the text
  expect(quoteWord(text)).not.toMatch(/[\p{Cc}\u202a-\u202e\u2028\u2029]/u)
})

test.each(texts)('a shell reads %j as one word', (text) => {
  expect(readWords(`curl ${quoteWord(text)}`)).toEqual([text])
})

test.each(texts.filter(Boolean))('a body %j and a header reach curl unchanged', (text) => {
  const headers = { 'x-calmock-scenario': text, 'content-type': 'text/plain' }
  const command = formatCurl({
    ...{ ...request, method: 'POST' },
    ...{ requestHeaders: headers, requestBody: text },
  })
  expect(readWords(command)).toEqual([
    request.url,
    ...['-H', `x-calmock-scenario: ${text}`],
    ...['-H', 'content-type: text/plain'],
    ...['--data-raw', text],
  ])
})

test.each([
  [{ method: 'HEAD' }, ['--head', request.url]],
  [{ method: 'DELETE' }, ['-X', 'DELETE', request.url]],
  [{ url: `${request.url}?organizer[]=1` }, ['--globoff', `${request.url}?organizer[]=1`]],
  [{ url: 'http://a/../b' }, ['--path-as-is', 'http://a/../b']],
  [
    { requestBody: 'a=1', method: 'POST' },
    [request.url, '-H', 'content-type:', '--data-raw', 'a=1'],
  ],
  [{ requestHeaders: { 'x-empty': '' } }, [request.url, '-H', 'x-empty;']],
  [{ lacksBody: true, method: 'PUT' }, ['-X', 'PUT', request.url]],
  [
    {
      requestHeaders: {
        host: 'x',
        'user-agent': 'y',
        cookie: 'z',
        'sec-fetch-mode': 'cors',
        accept: 'text/html',
      },
    },
    [request.url, '-H', 'accept: text/html'],
  ],
])('the request %j is the command %j', (changes, words) => {
  expect(readWords(formatCurl({ ...request, ...changes }))).toEqual(words)
})
