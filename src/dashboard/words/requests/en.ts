/** The phrases of the request log and the API reference in English. They define the keys. */
export const enRequestWords = {
  requestsEmpty: 'No requests yet. Requests from your app appear here as they arrive.',
  requestsNoMatch: 'No request matches the filter.',
  time: 'Time',
  method: 'Method',
  path: 'Path',
  status: 'Status',
  duration: 'Duration',
  notes: 'Notes',
  fault: 'Fault',
  all: 'All',
  noResponse: 'No response',
  filterText: 'Search',
  live: 'Live',
  polling: 'Updated every 2 seconds',
  paused: 'Paused',
  pause: 'Pause',
  clearLog: 'Clear log',
  logCleared: 'The log was cleared.',
  downloadHar: 'Download HAR',
  copyAs: 'Copy as',
  curl: 'curl',
  fetch: 'fetch',
  playwright: 'Playwright test',
  vitest: 'Vitest test',
  storybook: 'Storybook story',
  msw: 'MSW override',
  copied: 'Copied: {kind}',
  copyFailed: 'The browser does not allow copying. Select the text below the buttons and copy it.',
  resend: 'Send again',
  resent: 'Sent again: {status}',
  makeFail: 'Make this fail',
  request: 'Request',
  response: 'Response',
  noBody: 'No body in the log',
  referenceApi: 'API',
  referenceSite: 'Events, {language}',
  referenceControl: 'Control routes',
  referenceDocument: 'OpenAPI document',
  referenceMissing:
    'This host does not provide the API reference. The OpenAPI document describes the same API.',
}

export type RequestWordKey = keyof typeof enRequestWords

/** The phrases of the request log and the API reference in one language. */
export type RequestWords = { readonly [K in RequestWordKey]: string }
