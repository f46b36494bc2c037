import { expect, test } from 'vitest'
import { Redactor } from '../../src/control/request-log/redact.ts'
import { createTestMock, NOW, over } from '../call.ts'

const R = '[redacted]'

test.each([
  ['authorization', 'Basic YTpi', `Basic ${R}`],
  ['authorization', 'Bearer abc def', `Bearer ${R}`],
  ['Authorization', 'abc', R],
  ['proxy-authorization', 'Basic YTpi', `Basic ${R}`],
  ['cookie', 'a=1; calmock_world=mine; b=x=y', `a=${R}; calmock_world=${R}; b=${R}`],
  ['cookie', 'nameless; a="b"', `${R}; a=${R}`],
  ['set-cookie', 'a=1', R],
  ['x-wp-nonce', 'abc', R],
  ['x-api-key', 'abc', R],
  ['x-csrf-token', 'abc', R],
  ['X-Forwarded-Authorization', 'Bearer abc', R],
  ['x-amz-security-token', 'abc', R],
  ['x-calmock-token', 'abc', R],
  ['referer', 'http://a/?token=x&y=1', `http://a/?token=${R}&y=1`],
  ['Referer', 'http://a/?token=x', `http://a/?token=${R}`],
  [
    'Location',
    'https://a/b?c=1&access_token=x#id_token=y&z',
    `https://a/b?c=1&access_token=${R}#id_token=${R}&z`,
  ],
  ['content-location', '//ann:geheim@a/', `//${R}@a/`],
  ['location', 'https://ann:ge@heim@a/@b?@', `https://${R}@a/@b?@`],
  ['location', '/@ann?a=b#c', '/@ann?a=b#c'],
  ['accept', 'text/html', 'text/html'],
  ['x-calmock-world', 'mine', 'mine'],
])('the header %s: %s is logged as %s', (name, value, logged) => {
  expect(new Redactor().redactHeaders({ [name]: value })).toEqual({ [name]: logged })
})

test.each([
  ['a=1&password=geheim&b=2', `a=1&password=${R}&b=2`],
  ['PASSWORD=x', `PASSWORD=${R}`],
  ['p%61ssword=x', `p%61ssword=${R}`],
  ['post_password=a%26b', `post_password=${R}`],
  [
    'user%5Bpassword%5D=x&user[password][]=y&password[]=z',
    `user%5Bpassword%5D=${R}&user[password][]=${R}&password[]=${R}`,
  ],
  ['access_token=x=y', `access_token=${R}`],
  ['search=password&broken=%E0%A4%A&password', 'search=password&broken=%E0%A4%A&password'],
  ['', ''],
])('the query %s is logged as %s', (query, logged) => {
  expect(new Redactor().redactForm(query)).toBe(logged)
})

test.each([
  ['{"title": "a",  "password": "x"}', `{"title":"a","password":"${R}"}`],
  [
    '{"p\\u0061ssword": 5, "venue": {"token": ["x"]}}',
    `{"password":"${R}","venue":{"token":"${R}"}}`,
  ],
  ['[{"secret":{"a":1}}]', `[{"secret":"${R}"}]`],
  ['{"title": "password",  "password": ""}', '{"title": "password",  "password": ""}'],
  ['{"a": 1, "password": "ge\\"heim", "b', `{"a": 1, "password": "${R}", "b`],
  ['{"password": "geheim', `{"password": "${R}"`],
  ['{"password": 12, broken', `{"password": "${R}", broken`],
  ['title=a+b&password=x', `title=a+b&password=${R}`],
  ['a b&password=x', `a b&password=${R}`],
  ['{=1&password=x', `{=1&password=${R}`],
  [
    '\r\n--b\r\nContent-Disposition: form-data; name="password"\r\n\r\ngeheim\r\n--b--\r\n',
    `\r\n--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${R}\r\n--b--\r\n`,
  ],
  [
    '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nA\r\n--b\r\nContent-Disposition: form-data; name="password"\r\n\r\ngeheim\r\n--b--\r\n',
    `--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nA\r\n--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${R}\r\n--b--\r\n`,
  ],
])('the body %s is logged as %s', (body, logged) => {
  expect(new Redactor().redactBody(body)).toBe(logged)
})

const long = 250_000

test.each([
  ['brackets', '['.repeat(long)],
  ['a name of brackets', `${'['.repeat(long)}=1`],
  ['names without values', 'name='.repeat(long / 5)],
  ['a multipart body', `--b\r\n${'name='.repeat(long / 5)}`],
  ['one word', 'x'.repeat(long)],
  ['passwords', `{"a":${'"password":'.repeat(long / 11)}`],
  ['quotes', `{"password":"${'\\"'.repeat(long / 2)}`],
  ['spaces', `{"password"${' '.repeat(long)}`],
])('a long body of %s is redacted in less than a second', (_, body) => {
  const start = performance.now()
  const redactor = new Redactor()
  redactor.redactBody(body)
  redactor.redactForm(body)
  redactor.redactResponse(body)
  expect(performance.now() - start).toBeLessThan(1000)
})

const secrets = ['geheim123', 'ge"heim\\n \\\\ ü', 'lang'.repeat(50), 'नमस्ते दुनिया']

test.each(secrets)('the password %s is nowhere in the log', async (password) => {
  const mock = createTestMock({ now: NOW, auth: ['editor:geheim123'] })
  const call = over(mock)
  const url = '/de/cal/events/v1/events'
  const headers = {
    Authorization: `Basic ${btoa('editor:geheim123')}`,
    Cookie: 'session=geheim123',
  }
  const fields = { title: 'A', start_date: '2030-02-01', end_date: '2030-02-02' }
  const { id } = (await call('POST', url, { json: { ...fields, password }, headers })).body
  const encoded = encodeURIComponent(password)
  const json = JSON.stringify({ password })
  const send = (raw: string, type: string) =>
    call('PUT', `${url}/${id}`, { raw, headers: { ...headers, 'Content-Type': type } })
  await call('GET', `${url}/${id}?password=${encoded}`)
  await call('GET', `${url}?password=${encoded}&page=1&per_page=1`)
  await call('GET', `${url}/${id}?password[]=${encoded}`)
  await call('PUT', `${url}/${id}`, { json: { password: [password] }, headers })
  await call('PUT', `${url}/${id}`, { form: `title=B&password=${encoded}`, headers })
  await send(json.slice(0, -1), 'application/json')
  await send(json, 'text/plain')
  const texts = mock.requests.flatMap(({ responseBody = '', ...request }) => [
    ...Object.values({ ...request, ...request.query }).map(String),
    responseBody,
    ...(responseBody === '' ? [] : [String(JSON.parse(responseBody).message)]),
    JSON.stringify(request),
  ])
  expect(mock.requests.map(({ status }) => status)).toEqual([
    201, 200, 200, 400, 400, 200, 400, 415,
  ])
  expect(mock.requests[3]?.reason).toContain('["[redacted]')
  for (const secret of [
    password,
    password.slice(0, 70),
    json.slice(13, -2),
    encoded,
    btoa('editor:geheim123'),
  ])
    expect(texts.filter((text) => text.includes(secret))).toEqual([])
})
