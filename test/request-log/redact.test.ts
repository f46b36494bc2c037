import { expect, test } from 'vitest'
import { Redactor } from '../../src/request-log/redact.ts'
import { createTestMock, fresh, NOW, over } from '../call.ts'

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
  ['x-forwarded-uri', '/a?token=x&y=1', `/a?token=${R}&y=1`],
  ['x-original-url', 'https://ann:geheim@a/b', `https://${R}@a/b`],
  ['Cf-Access-Jwt-Assertion', 'abc', R],
  ['X-Goog-Iap-Jwt-Assertion', 'abc', R],
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
  ['{"inner": "{\\"password\\":\\"x\\"}"}', `{"inner":"{\\"password\\":\\"${R}\\"}"}`],
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

const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)]

/** Returns names of words in each case style. */
const toNames = (words: readonly string[]): readonly string[] => {
  const [first = '', ...others] = words
  const upper = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
  return [
    words.join('_'),
    words.join('-'),
    first + others.map(upper).join(''),
    words.map(upper).join(''),
    words.join('_').toUpperCase(),
  ]
}

const secretNames = distinct(
  ['', 'new', 'user', 'x my', 'wp app'].flatMap((prefix) =>
    [
      ...['password', 'passwd', 'pwd', 'pass', 'token', 'access token', 'secret', 'client secret'],
      ...['api key', 'private key', 'jwt', 'otp', 'nonce', 'authorization', 'cookie', 'session id'],
      ...['signature', 'auth', 'password confirm', 'pass1', 'passphrase', 'refresh token'],
    ].flatMap((ending) => toNames(`${prefix} ${ending}`.trim().split(' '))),
  ),
)

const harmlessNames = distinct(
  [
    ...['monkey', 'turkey', 'hockey', 'keyword', 'keyboard', 'sort key', 'cache key'],
    ...['primary key', 'public key', 'tokenize', 'token type', 'author', 'authors', 'compass'],
    ...['bypass', 'passenger', 'secretary', 'annonce', 'announce', 'inside', 'design', 'signal'],
    ...[
      'cookie policy',
      'password hint',
      'session',
      'obsession',
      'status',
      'start date',
      'post id',
    ],
  ].flatMap((words) => toNames(words.split(' '))),
)

const redactLocation = (url: string): string =>
  new Redactor().redactHeaders({ location: url }).location ?? ''
const bodies: Readonly<Record<string, (name: string, value: string) => string>> = {
  'a form': (name, value) => `title=A&${name}=${value}&b=1`,
  'a bracketed form': (name, value) => `user[${name}][0]=${value}&b=1`,
  JSON: (name, value) => `{"title":"A","${name}":"${value}"}`,
  'nested JSON': (name, value) => `{"a":[{"b":{"${name}":{"c":["${value}"]}}}]}`,
  'broken JSON': (name, value) => `{"title":"A","${name}": ["x", "${value}"`,
  multipart: (name, value) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n-----BEGIN\r\n--${value}\r\n--b--\r\n`,
  'JSON in multipart': (name, value) =>
    `--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n{"${name}":"${value}"}\r\n--b--\r\n`,
  XML: (name, value) => `<?xml version="1.0"?><a><${name} b="c">${value}</${name}></a>`,
}
const responses: Readonly<Record<string, (name: string, value: string) => string>> = {
  'JSON of a response': (name, value) => `{"user":{"title":"A","${name}":"${value}"}}`,
  'a link in a response': (name, value) => `{"next_rest_url":"http://a/b?c=1&${name}=${value}"}`,
  'HTML of a response': (name, value) =>
    `<form><input type="hidden" name="${name}" value="${value}"></form>`,
  'a script of a response': (name, value) => `<script>var a={"${name}":"${value}"}</script>`,
}
const places: Readonly<Record<string, (name: string, value: string) => string>> = {
  'a query': (name, value) => new Redactor().redactForm(`${name}=${value}&page=1`),
  'the query of a Location': (name, value) => redactLocation(`/a?b=1&${name}=${value}#c`),
  'the fragment of a Location': (name, value) => redactLocation(`https://a/#${name}=${value}`),
  'a header': (name, value) => JSON.stringify(new Redactor().redactHeaders({ [name]: value })),
  ...mapValues(bodies, (write) => (name, value) => new Redactor().redactBody(write(name, value))),
  ...mapValues(
    responses,
    (write) => (name, value) => new Redactor().redactResponseBody(write(name, value)),
  ),
}

function mapValues<T>(record: Readonly<Record<string, T>>, change: (value: T) => T) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

test.each(Object.entries(places))(
  'in %s, 500 names lose their values as credentials, and 100 others keep them',
  (_, log) => {
    expect(secretNames.length).toBeGreaterThanOrEqual(500)
    expect(harmlessNames.length).toBeGreaterThanOrEqual(100)
    expect(secretNames.filter((name) => log(name, 'geheim1').includes('geheim1'))).toEqual([])
    expect(harmlessNames.filter((name) => !log(name, 'harmlos1').includes('harmlos1'))).toEqual([])
  },
)

test.each([
  ...['new_password', 'newPassword', 'current_password', 'passwordConfirm', 'passwd', 'pass1'],
  ...['app_password', 'accessToken', 'csrf_token', '_token', 'session_token', 'private_key'],
  ...['jwt', 'otp', 'signature', 'X-Amz-Security-Token', 'access_token', 'refresh_token', 'token'],
  ...['Cf-Access-Jwt-Assertion', 'X-Goog-Iap-Jwt-Assertion', 'assertion', 'bearer'],
  ...['x-session-id', 'x-auth', 'x-jwt', 'x-access-key', '_wpnonce', 'nonce'],
])('%s is the name of a credential in every place', (name) => {
  const kept = Object.entries(places).filter(([, log]) => log(name, 'geheim1').includes('geheim1'))
  expect(kept).toEqual([])
})

test.each(['key', 'appid', 'ticket'])(
  '%s is a credential in addresses and forms, and a property of records in JSON',
  (name) => {
    expect(redactLocation(`/a?${name}=x`)).toBe(`/a?${name}=${R}`)
    expect(new Redactor().redactBody(`a=1&${name}=x`)).toBe(`a=1&${name}=${R}`)
    expect(new Redactor().redactResponseBody(`{"${name}":"x"}`)).toBe(`{"${name}":"x"}`)
  },
)

test('the code of a sign-in is a credential in addresses and forms, and the code of an error is none', () => {
  expect(redactLocation('http://a/callback?state=1#code=x')).toBe(
    `http://a/callback?state=1#code=${R}`,
  )
  expect(new Redactor().redactBody('grant_type=b&code=x')).toBe(`grant_type=b&code=${R}`)
  expect(new Redactor().redactResponseBody('{"code":"rest_no_route"}')).toContain('rest_no_route')
})

test('the values of an XML-RPC call, which have no names, are redacted', () => {
  const call = (value: string) =>
    `<?xml version="1.0"?>\n<methodCall><methodName>wp.getPosts</methodName><params>\n<param><value><string>${value}</string></value></param></params></methodCall>`
  expect(new Redactor().redactBody(call('geheim1'))).toBe(call(R))
})

test.each(['', '/doc', '/events', '/events/102', '/venues', '/organizers', '/tags'])(
  'the response of %s has no credentials',
  async (path) => {
    const { text } = await fresh()('GET', `/de/cal/events/v1${path}`)
    expect(new Redactor().redactResponseBody(text)).toBe(text)
  },
)

test('a response that repeats a short credential in a link has it in no log', async () => {
  const mock = createTestMock({ now: NOW })
  await over(mock)('GET', '/de/cal/events/v1/events?per_page=1&token=abc')
  expect(JSON.stringify(mock.requests)).not.toContain('abc')
})

test('the word true as a password stays elsewhere', async () => {
  const mock = createTestMock({ now: NOW })
  await over(mock)('GET', '/de/cal/events/v1/events?per_page=1&show_password=true')
  expect(mock.requests[0]?.responseBody).toMatch(/:true,/)
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
  ['elements', '<a '.repeat(long / 3)],
  ['names of properties', `{${'"a":'.repeat(long / 4)}`],
])('a long body of %s is redacted in less than a second of computing', (_, body) => {
  const start = process.cpuUsage()
  const redactor = new Redactor()
  redactor.redactBody(body)
  redactor.redactForm(body)
  redactor.redactResponse(body)
  redactor.redactResponseBody(body)
  expect(process.cpuUsage(start).user).toBeLessThan(1_000_000)
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
