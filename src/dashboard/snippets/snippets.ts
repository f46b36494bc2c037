import { createCurlCommand } from './curl-command.ts'
import { createFetchCode } from './fetch-code.ts'
import { createMswOverride } from './msw-override.ts'
import { createPlaywrightTest } from './playwright-test.ts'
import type { SnippetInput } from './snippet-input.ts'
import { createStorybookStory } from './storybook-story.ts'
import { createVitestTest } from './vitest-test.ts'

/** The kinds of snippets, by the names that the menu has words for, with the functions that create them. */
export const snippetKinds = {
  curl: createCurlCommand,
  fetch: createFetchCode,
  playwright: createPlaywrightTest,
  vitest: createVitestTest,
  storybook: createStorybookStory,
  msw: createMswOverride,
} as const satisfies Readonly<Record<string, (input: SnippetInput) => string>>

export type SnippetKind = keyof typeof snippetKinds
