import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../', import.meta.url))
const file = `${folder}test/completed.ts`

/** Returns the completions that an editor offers at the character `|` of a program. */
function complete(program: string): readonly string[] {
  const text = ts.ScriptSnapshot.fromString(program.replace('|', ''))
  const service = ts.createLanguageService({
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) =>
      name === file ? text : ts.ScriptSnapshot.fromString(ts.sys.readFile(name) ?? ''),
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => ({
      strict: true,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      types: [],
    }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  })
  const found = service.getCompletionsAtPosition(file, program.indexOf('|'), undefined)
  return found?.entries.map(({ name }) => name) ?? []
}

describe('an editor completes', () => {
  test.each([
    ['the option scenario', "createCalmock({ scenario: '|' })", 'long-text'],
    ['the option sites', "createCalmock({ sites: ['|'] })", 'zh-hans'],
    ['the option now', "createCalmock({ now: '|' })", 'today'],
    ['the scenario of a running mock', "createCalmock().setScenario('|')", 'long-text'],
    ['a time of the clock', "createCalmock().clock.set('|')", 'today'],
  ])('%s', (_, call, name) => {
    expect(complete(`import { createCalmock } from '../src/index.ts'\n${call}`)).toContain(name)
  })
})
