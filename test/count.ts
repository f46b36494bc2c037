import type { Reporter, TestModule } from 'vitest/node'

/** Closes a run with one plain line that any CI can read: `812 passed, 0 failed`. */
export default class Count implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string): number =>
      tests.filter((test) => test.result().state === state).length
    const broken = modules.filter((module) => module.errors().length > 0).length
    const failed = count('failed') + broken + errors.length
    process.on('exit', () => console.log(`${count('passed')} passed, ${failed} failed`))
  }
}
